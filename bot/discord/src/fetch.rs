//! Downloads attachments, only from Discord's hosts, and reads them as text.
use command::Arg;
use engine::refusal::Refusal;
use model::text_file;
use reqwest::Url;
use serenity::model::channel::Attachment;
use service::LONGEST_FILE;

use super::{
    rest_client::{DISCORD, RestClient},
    words,
};

/// The hosts that serve Discord's attachments.
const HOSTS: [&str; 2] = ["cdn.discordapp.com", "media.discordapp.net"];

impl RestClient {
    /// Downloads an attachment for an argument and reads it as text.
    ///
    /// # Errors
    /// If it is too large, isn't text, is on another host, or isn't available.
    pub(super) async fn text_of(&self, file: &Attachment, wanted: &Arg) -> Result<String, Refusal> {
        too_large_if(LONGEST_FILE < file.size as usize)?;
        let url = Url::parse(&file.url).map_err(|_| words::only_files_from_discord())?;
        if !keeps_files(self.host(), &url) {
            return Err(words::only_files_from_discord());
        }
        let bytes = self.download(url).await?;
        text_file::read(bytes).ok_or_else(|| words::not_text(wanted))
    }

    async fn download(&self, url: Url) -> Result<Vec<u8>, Refusal> {
        let failed = |err: &dyn std::fmt::Display| {
            tracing::warn!(%err, "an attached file can't be downloaded");
            words::cannot_get_file()
        };
        let answer = self.client.get(url).send().await.map_err(|err| failed(&err.without_url()))?;
        if !answer.status().is_success() {
            return Err(failed(&answer.status()));
        }
        let mut answer = answer;
        let mut bytes = Vec::new();
        // The announced size may be wrong.
        while let Some(more) = answer.chunk().await.map_err(|err| failed(&err.without_url()))? {
            too_large_if(LONGEST_FILE < bytes.len() + more.len())?;
            bytes.extend_from_slice(&more);
        }
        Ok(bytes)
    }
}

/// Returns whether attachments may be downloaded from a URL: on one of Discord's hosts, or on the
/// configured API host.
fn keeps_files(host: &str, url: &Url) -> bool {
    match host {
        DISCORD => {
            url.scheme() == "https"
                && url.port().is_none()
                && url.host_str().is_some_and(|host| HOSTS.contains(&host))
        }
        own => Url::parse(own).is_ok_and(|own| own.origin() == url.origin()),
    }
}

fn too_large_if(is_so: bool) -> Result<(), Refusal> {
    if is_so { Err(words::file_too_large(LONGEST_FILE)) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_from_discord_and_from_nowhere_else() {
        let may = |host: &str, url: &str| keeps_files(host, &Url::parse(url).unwrap());
        assert!(may(DISCORD, "https://cdn.discordapp.com/attachments/1/2/a.json?ex=1"));
        assert!(may(DISCORD, "https://media.discordapp.net/attachments/1/2/a.json"));
        for odd in [
            "http://cdn.discordapp.com/a",
            "https://cdn.discordapp.com:8443/a",
            "https://cdn.discordapp.com.evil.example/a",
            "https://evil.example/cdn.discordapp.com",
            "https://cdn.discordapp.com@evil.example/a",
            "file:///etc/passwd",
            "http://127.0.0.1/a",
        ] {
            assert!(!may(DISCORD, odd), "{odd}");
        }
        let own = "http://127.0.0.1:8080";
        assert!(may(own, "http://127.0.0.1:8080/files/1"));
        assert!(!may(own, "http://127.0.0.1:8081/files/1"));
        assert!(!may(own, "https://cdn.discordapp.com/a"));
    }
}
