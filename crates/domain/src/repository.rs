//! When two addresses name the same repository.

/// The form in which two addresses of one repository are equal: lower case, without scheme, user, port, query, fragment,
/// `.git` and trailing `/`; of `user@host:path` the `:` counts as a `/`. Only for comparing: it is no address.
///
/// ```
/// let key = domain::repository_key("git@forge.example:Team/Shop.git");
/// assert_eq!(key, domain::repository_key("https://ci@forge.example/team/shop/"));
/// ```
pub fn repository_key(address: &str) -> String {
    let lower = address.trim().to_lowercase();
    let (host, path) = match lower.split_once("://") {
        Some((_, rest)) => {
            let rest = rest.split(['?', '#']).next().unwrap_or(rest);
            let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
            (without_port(without_user(authority)), path)
        }
        None => {
            let (first, rest) = lower.split_once('/').unwrap_or((&lower, ""));
            match first.split_once('@').and_then(|(_, remote)| remote.split_once(':')) {
                // `user@host:path`: the path goes on after the first `/`.
                Some((host, start)) => {
                    let path = [start, rest].join("/");
                    return joined(host, &path);
                }
                None => (without_user(first), rest),
            }
        }
    };
    joined(host, path)
}

fn joined(host: &str, path: &str) -> String {
    let whole = format!("{host}/{}", path.trim_start_matches('/'));
    let whole = whole.trim_end_matches('/');
    whole
        .strip_suffix(".git")
        .unwrap_or(whole)
        .trim_end_matches('/')
        .to_owned()
}

fn without_user(authority: &str) -> &str {
    authority.rsplit_once('@').map_or(authority, |(_, host)| host)
}

fn without_port(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|b| b.is_ascii_digit()) => host,
        _ => authority,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ways_to_write_one_repository_are_equal_and_others_are_not() {
        let same = [
            "https://forge.example/Team/Shop",
            "https://forge.example/team/shop.git",
            " HTTPS://Forge.Example/team/shop.git/ ",
            "https://user:[REDACTED]@forge.example/team/shop",
            "https://forge.example:8443/team/shop?ref=main#top",
            "ssh://git@forge.example:22/team/shop.git",
            "git@forge.example:team/shop.git",
            "git@forge.example:/team/shop",
            "forge.example/team/shop",
        ];
        for address in same {
            assert_eq!(repository_key(address), "forge.example/team/shop", "{address}");
        }
        for (address, expected) in [
            ("https://forge.example/other/shop", "forge.example/other/shop"),
            ("https://forge.example", "forge.example"),
            ("git@forge.example:shop.git", "forge.example/shop"),
            ("shop", "shop"),
            ("/srv/git/shop.git", "/srv/git/shop"),
            ("", ""),
            ("://", ""),
        ] {
            assert_eq!(repository_key(address), expected, "{address}");
        }
    }
}
