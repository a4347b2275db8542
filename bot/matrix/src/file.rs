//! Files sent with a command, or that a command replies to.
use command::Arg;
use matrix_sdk::{
    Room,
    deserialized_responses::TimelineEventKind,
    media::{MediaFormat, MediaRequestParameters},
    ruma::events::room::MediaSource,
};
use model::text_file;
use serde_json::Value;
use service::LONGEST_FILE;

use super::{adapter::AdapterContext, error::Unsent, event::Spoken, words};

/// An attachment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Attached {
    Nothing,
    Text(String),
    /// It can't be accepted; the text gives the reason.
    Refused(String),
}

/// Downloads the file of a message, or of the message it replies to, for an argument. Refuses encrypted files and
/// those that are too large.
///
/// # Errors
/// If the server can't provide it now.
pub(super) async fn attached(
    adapter: &AdapterContext,
    room: &Room,
    spoken: &Spoken,
    arg: &Arg,
) -> anyhow::Result<Attached> {
    let content = match (&spoken.file, &spoken.answers) {
        (Some(own), _) => own.clone(),
        (None, Some(other)) => match room.event(other, None).await {
            Ok(event) if matches!(event.kind, TimelineEventKind::UnableToDecrypt { .. }) => {
                return Ok(Attached::Refused(words::cannot_read_replied()));
            }
            Ok(event) => {
                let event = event.raw().deserialize_as_unchecked::<Value>();
                event.map_or(Value::Null, |mut event| event["content"].take())
            }
            Err(err) if Unsent::of(&err).lasts() => Value::Null,
            Err(err) => return Err(err.into()),
        },
        (None, None) => Value::Null,
    };
    if content["msgtype"] != "m.file" {
        return Ok(Attached::Nothing);
    }
    if let Some(size) = content["info"]["size"].as_u64()
        && LONGEST_FILE < usize::try_from(size).unwrap_or(usize::MAX)
    {
        return Ok(Attached::Refused(words::file_too_large(size, LONGEST_FILE)));
    }
    let Ok(source) = serde_json::from_value::<MediaSource>(content) else {
        return Ok(Attached::Refused(words::no_file_there()));
    };
    let wanted = MediaRequestParameters { source, format: MediaFormat::File };
    match adapter.client.media().get_media_content(&wanted, false).await {
        Ok(bytes) => Ok(read(bytes, arg)),
        Err(err) if Unsent::of(&err).lasts() => {
            tracing::info!(%err, "a file can't be downloaded");
            Ok(Attached::Refused(words::cannot_get_file()))
        }
        Err(err) => Err(err.into()),
    }
}

fn read(bytes: Vec<u8>, arg: &Arg) -> Attached {
    if LONGEST_FILE < bytes.len() {
        // The announced size was too small.
        return Attached::Refused(words::file_too_large(bytes.len() as u64, LONGEST_FILE));
    }
    match text_file::read(bytes) {
        Some(text) => Attached::Text(text),
        None => Attached::Refused(words::not_text(arg)),
    }
}

#[cfg(test)]
mod tests {
    use command::ArgKind;

    use super::*;

    #[test]
    fn a_file_is_read_as_text_or_refused() {
        let arg = Arg { name: "file", says: "A file", kind: ArgKind::File };
        let read = |bytes| read(bytes, &arg);
        assert_eq!(read("{}".into()), Attached::Text("{}".to_owned()));
        let Attached::Refused(says) = read(b"\x89PNG\r\n\x1a\n".into()) else { panic!("no text") };
        assert!(says.contains("isn't text"), "{says}");
        let Attached::Refused(says) = read(vec![b' '; LONGEST_FILE + 1]) else {
            panic!("too large")
        };
        assert!(says.contains("4000001 bytes"), "{says}");
    }
}
