//! Short answers to what people ask about playing here, from `data/answers.txt`.
use std::sync::LazyLock;

/// All of them, in their order.
static ALL: LazyLock<Vec<HouseAnswer>> =
    LazyLock::new(|| read(include_str!("../../../../data/answers.txt")));

/// One answer with the questions that it is for.
#[derive(Clone, Debug, Default)]
pub struct HouseAnswer {
    /// The questions; the first one names the answer.
    pub asked: Vec<&'static str>,
    /// The answer, in Markdown.
    pub says: &'static str,
    /// Lines that can be pressed below it.
    pub lines: Vec<&'static str>,
}

impl HouseAnswer {
    pub fn all() -> &'static [HouseAnswer] {
        &ALL
    }

    /// Returns what it is about, in a few words.
    pub fn title(&self) -> &'static str {
        self.asked.first().copied().unwrap_or("")
    }
}

fn read(text: &'static str) -> Vec<HouseAnswer> {
    let mut out: Vec<HouseAnswer> = Vec::new();
    let mut before = ' ';
    for line in
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let (sign, rest) = match line.split_at_checked(1) {
            Some((sign @ ("?" | ">"), rest)) => (sign.chars().next().unwrap_or(' '), rest.trim()),
            _ => (' ', line),
        };
        if sign == '?' && before != '?' {
            out.push(HouseAnswer::default());
        }
        before = sign;
        let Some(last) = out.last_mut() else { continue };
        match sign {
            '?' => last.asked.extend(rest.split(',').map(str::trim)),
            '>' => last.lines.push(rest),
            _ => last.says = rest,
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guide::Guide;

    #[test]
    fn every_answer_has_questions_words_and_a_topic_that_there_is() {
        assert!(30 < HouseAnswer::all().len());
        for answer in HouseAnswer::all() {
            let HouseAnswer { asked, says, lines } = answer;
            assert!(!asked.is_empty() && says.ends_with('.') && !lines.is_empty(), "{asked:?}");
            for topic in lines.iter().filter_map(|line| line.strip_prefix("rules house ")) {
                assert!(Guide::house().topics().contains(&topic), "{topic}");
            }
        }
    }
}
