//! A short list without a heap allocation: fast to make and to copy. Saved as a list.
use std::{fmt, ops::Deref};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Up to `N` items; `N` is less than 256.
#[derive(Clone, Copy)]
pub(crate) struct Short<T, const N: usize> {
    count: u8,
    /// Items after `count` mean nothing.
    all: [T; N],
}

impl<T: Copy, const N: usize> Short<T, N> {
    /// Makes an empty list; `any` fills the places and means nothing.
    pub(crate) const fn empty(any: T) -> Short<T, N> {
        Short { count: 0, all: [any; N] }
    }

    /// Makes a list of one.
    pub(crate) const fn of(only: T) -> Short<T, N> {
        Short { count: 1, all: [only; N] }
    }

    /// Adds one at the end. There must be room: `N` is as long as the rules allow.
    pub(crate) fn push(&mut self, value: T) {
        let place = usize::from(self.count);
        assert!(place < N, "a short list is full");
        self.all[place] = value;
        self.count += 1;
    }

    /// Removes the last one.
    pub(crate) fn pop(&mut self) {
        self.count = self.count.saturating_sub(1);
    }

    /// Returns the first ones.
    pub(crate) fn first_ones(mut self, count: usize) -> Short<T, N> {
        self.count = self.count.min(u8::try_from(count).unwrap_or(u8::MAX));
        self
    }
}

impl<T, const N: usize> Deref for Short<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.all[..usize::from(self.count)]
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Short<T, N> {
    fn eq(&self, other: &Short<T, N>) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for Short<T, N> {}

impl<T: fmt::Debug, const N: usize> fmt::Debug for Short<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: Serialize, const N: usize> Serialize for Short<T, N> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(to)
    }
}

impl<'de, T: Copy + Deserialize<'de>, const N: usize> Deserialize<'de> for Short<T, N> {
    /// Reads a list of one to `N`.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Short<T, N>, D::Error> {
        let list = Vec::<T>::deserialize(from)?;
        match list[..] {
            [first, ..] if list.len() <= N => {
                let mut short = Short::empty(first);
                list.into_iter().for_each(|value| short.push(value));
                Ok(short)
            }
            _ => Err(D::Error::custom(format!("there are 1 to {N}, not {}", list.len()))),
        }
    }
}
