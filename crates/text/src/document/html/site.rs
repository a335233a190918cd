//! The site of a page, and which links stay on it.

use url::{Host, ParseError, Url, form_urlencoded};

use crate::document::document::FieldKind;

/// A page's site: the registrable domain of its address, if the address is known.
pub(super) struct Site(Option<String>);

impl Site {
    pub(super) fn of(address: Option<&Url>) -> Self {
        Site(address.and_then(registrable_domain))
    }

    /// The kind of a link with this `href`: to the same site if it is relative (a bare fragment
    /// included) or its registrable domain is the page's; to another site if it is absolute and the
    /// page's own site is another or unknown; neither where no page is named (`mailto:`,
    /// `javascript:`, an address that cannot be read).
    pub(super) fn anchor(&self, href: &str) -> Option<FieldKind> {
        let href = href.trim();
        let target = match Url::parse(href) {
            Err(ParseError::RelativeUrlWithoutBase) if href.starts_with("//") => {
                Url::parse(&format!("https:{href}")).ok()?
            }
            Err(ParseError::RelativeUrlWithoutBase) => return Some(FieldKind::AnchorSameSite),
            parsed => parsed.ok()?,
        };
        if !is_web(&target) {
            return None;
        }
        let same = self.0.is_some() && registrable_domain(&target) == self.0;
        Some(if same {
            FieldKind::AnchorSameSite
        } else {
            FieldKind::AnchorOtherSite
        })
    }
}

/// Reads a page's address; `example.org/page` without a scheme counts as one.
pub(super) fn address(text: &str) -> Option<Url> {
    let text = text.trim();
    let parsed = match Url::parse(text) {
        Err(ParseError::RelativeUrlWithoutBase) => Url::parse(&format!("http://{text}")),
        parsed => parsed,
    };
    parsed.ok()
}

/// Reads an address that must say everything itself: `https://example.org/page`.
pub(super) fn absolute(text: &str) -> Option<Url> {
    Url::parse(text.trim()).ok().filter(is_web)
}

/// The letter and digit runs of host and path, separated by spaces, without scheme and `www`.
pub(super) fn terms(address: &Url) -> String {
    let host = address.host_str().unwrap_or_default();
    let host = host.strip_prefix("www.").unwrap_or(host);
    // Form decoding turns %C3%A9 back into a letter; the signs that it also splits at are no
    // letters, so the runs are the same.
    let path = form_urlencoded::parse(address.path().as_bytes());
    let parts = path.flat_map(|(key, value)| [key, value]);
    let mut runs: Vec<String> = Vec::new();
    for part in std::iter::once(host.into()).chain(parts) {
        let words = part.split(|c: char| !c.is_alphanumeric());
        runs.extend(words.filter(|word| !word.is_empty()).map(String::from));
    }
    runs.join(" ")
}

fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https") && url.has_host()
}

/// The part of a host name that can be registered: `example.co.uk` of `www.example.co.uk`. A host
/// without one (an IP address, `localhost`) stands for itself.
fn registrable_domain(url: &Url) -> Option<String> {
    let host = url.host_str()?;
    match url.host()? {
        Host::Domain(name) => {
            let name = name.trim_end_matches('.');
            Some(psl::domain_str(name).unwrap_or(name).to_owned())
        }
        Host::Ipv4(_) | Host::Ipv6(_) => Some(host.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(page: Option<&str>, href: &str, expected: Option<FieldKind>) {
        let page = page.map(|text| address(text).expect("a readable address"));
        assert_eq!(Site::of(page.as_ref()).anchor(href), expected, "{href}");
    }

    #[test]
    fn a_link_stays_on_its_site_by_registrable_domain() {
        use FieldKind::{AnchorOtherSite as Other, AnchorSameSite as Same};
        let page = Some("https://www.example.co.uk/a");
        check(page, "https://news.example.co.uk/b", Some(Same));
        check(page, "//EXAMPLE.co.uk./b", Some(Same));
        check(page, "https://other.co.uk/", Some(Other));
        check(page, "b.html", Some(Same));
        check(page, "?page=2", Some(Same));
        check(page, "#top", Some(Same));
        check(page, "", Some(Same));
        check(page, "mailto:a@example.co.uk", None);
        check(page, " javascript:go()", None);
        check(page, "http://[broken", None);
        check(Some("http://10.0.0.1/"), "http://11.0.0.1/", Some(Other));
        check(
            Some("http://localhost:80/"),
            "http://localhost/x",
            Some(Same),
        );
        check(None, "https://example.org/", Some(Other));
        check(None, "page.html", Some(Same));
    }

    #[test]
    fn an_address_gives_its_letter_and_digit_runs() {
        let page = "https://www.example.org:8080/2024/caf%C3%A9_menu+x.html?q=1#top";
        let page = address(page).expect("a readable address");
        assert_eq!(terms(&page), "example org 2024 café menu x html");
        let bare = address("example.org/page").expect("a readable address");
        assert_eq!(terms(&bare), "example org page");
        assert!(absolute("/relative").is_none());
    }
}
