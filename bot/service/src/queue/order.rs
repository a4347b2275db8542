//! The order in which a chat shows what the service had to say: that of the service's turns, although several tasks of
//! the chat wait for answers.
use std::{
    collections::BTreeSet,
    ops::{Deref, DerefMut},
    sync::Arc,
};

use tokio::sync::watch;

/// The order of one chat. Clones share it.
#[derive(Clone, Default)]
pub(super) struct ChatOrder(Arc<watch::Sender<Places>>);

#[derive(Default)]
struct Places {
    given: u64,
    /// The one whose turn it is.
    next: u64,
    /// Those after it that are given up already.
    ended: BTreeSet<u64>,
}

/// A place in the order of a chat. What comes later waits until this is dropped.
struct OrderPlace {
    order: ChatOrder,
    number: u64,
}

/// Something that the service said, and its place in the order of its chat: nothing that came later is queued
/// while this is held.
pub struct InOrder<T> {
    said: T,
    /// None while the chat isn't listening.
    place: Option<OrderPlace>,
}

impl ChatOrder {
    fn place(&self) -> OrderPlace {
        let mut number = 0;
        self.0.send_if_modified(|places| {
            number = places.given;
            places.given += 1;
            false
        });
        OrderPlace { order: self.clone(), number }
    }
}

impl OrderPlace {
    /// Waits until everything before it has been dropped.
    async fn comes(&self) {
        let mut places = self.order.0.subscribe();
        // Its sender is here, so there is no error.
        drop(places.wait_for(|places| places.next == self.number).await);
    }
}

impl Drop for OrderPlace {
    fn drop(&mut self) {
        self.order.0.send_modify(|Places { next, ended, .. }| {
            ended.insert(self.number);
            while ended.remove(next) {
                *next += 1;
            }
        });
    }
}

impl<T> InOrder<T> {
    /// Gives something the next place. Call it in the service's turn.
    pub(super) fn new(said: T, order: Option<&ChatOrder>) -> InOrder<T> {
        InOrder { said, place: order.map(ChatOrder::place) }
    }

    /// Waits until everything that the service said earlier has been queued or given up.
    pub async fn comes(self) -> InOrder<T> {
        if let Some(place) = &self.place {
            place.comes().await;
        }
        self
    }

    /// Passes it on; what came later follows when that is done.
    pub fn pass_to<R>(self, pass: impl FnOnce(T) -> R) -> R {
        let InOrder { said, place } = self;
        let passed = pass(said);
        drop(place);
        passed
    }
}

impl<T> Deref for InOrder<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.said
    }
}

impl<T> DerefMut for InOrder<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.said
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn whoever_asks_last_is_served_in_the_order_of_the_service() {
        let order = ChatOrder::default();
        let [first, second, third] = ["a", "b", "c"].map(|it| InOrder::new(it, Some(&order)));
        let (said, mut heard) = mpsc::unbounded_channel();
        let late = [third, second].map(|turn| {
            let said = said.clone();
            tokio::spawn(async move { said.send(*turn.comes().await).unwrap() })
        });
        tokio::task::yield_now().await;
        assert!(heard.try_recv().is_err(), "the first one isn't there yet");
        said.send(*first.comes().await).unwrap();
        for task in late {
            task.await.unwrap();
        }
        assert_eq!(
            [heard.recv().await, heard.recv().await, heard.recv().await],
            [Some("a"), Some("b"), Some("c")]
        );
    }

    #[tokio::test]
    async fn who_gives_up_holds_up_nobody_and_lets_nobody_pass() {
        let order = ChatOrder::default();
        let [first, second, third] = ["a", "b", "c"].map(|it| InOrder::new(it, Some(&order)));
        drop(second);
        let third = tokio::spawn(third.comes());
        tokio::task::yield_now().await;
        assert!(!third.is_finished(), "the first one isn't there yet");
        drop(first);
        assert_eq!(*third.await.unwrap(), "c");
    }

    #[tokio::test]
    async fn a_chat_that_does_not_listen_has_no_order() {
        assert_eq!(*InOrder::new("a", None).comes().await, "a");
    }
}
