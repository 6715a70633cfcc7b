//! A value generator per kind of token. The result carries the marks of the secret part.

use super::checksums::{
    account_id, base58check, base64, base64url, bech32, cask_key, crc8, crc8_upper, crc8le, crc36, crc62, jwt,
    length36, macaroon, scattered_token, sha8, signed_key,
};
use super::mark;
use super::stream::{LOWER, Stream, UPPER};

/// Prefix, body and the six base-62 digits of its CRC-32.
fn checked62(prefix: &str, body: String) -> String {
    format!("{prefix}{body}{}", crc62(&body))
}

/// An Atlassian token: everything up to the equals sign, then its CRC-32.
fn atlassian(s: &mut Stream, prefix: &str) -> String {
    let head = format!("{prefix}{}=", s.url(177));
    format!("{head}{}", crc8_upper(&head))
}

fn cloudflare(s: &mut Stream, prefix: &str) -> String {
    let body = s.b62(40);
    format!("{prefix}{body}{}", crc8(&body))
}

fn gitlab_routable(s: &mut Stream, prefix: &str) -> String {
    let mut payload = s.bytes(16);
    let (org, user) = (s.between(1, 9), s.b36(4));
    payload.extend(format!("c:1\no:{org}\nu:{user}").bytes());
    payload.push(16);
    let payload = base64url(payload);
    let head = format!("{prefix}{payload}.01.{}", length36(payload.len()));
    format!("{head}{}", crc36(&head))
}

fn github_jwt(s: &mut Stream) -> String {
    let header = format!("{{\"alg\":\"RS256\",\"typ\":\"JWT\",\"kid\":\"{}\"}}", s.hex(16));
    let payload = format!(
        "{{\"iss\":\"https://token.acme.io\",\"sub\":\"installation:{}\",\"jti\":\"{}\",\"iat\":1776000000,\"exp\":1776003600}}",
        s.digits(8),
        s.uuid()
    );
    let id = s.digits(8);
    format!("{}{id}_{}", concat!("gh", "s_"), jwt(s, &header, &payload, 256))
}

/// A web token of a service with a far expiry.
pub fn service_jwt(s: &mut Stream) -> String {
    let payload = format!(
        "{{\"iss\":\"https://login.acme.io\",\"sub\":\"svc-{}\",\"aud\":\"orders\",\"iat\":1767225600,\"exp\":2082758400,\"jti\":\"{}\"}}",
        s.b36(6),
        s.uuid()
    );
    jwt(s, "{\"alg\":\"HS256\",\"typ\":\"JWT\"}", &payload, 32)
}

/// A token of the hosted database for a role.
pub fn role_jwt(s: &mut Stream, role: &str) -> String {
    let payload = format!(
        "{{\"iss\":\"supabase\",\"ref\":\"{}\",\"role\":\"{role}\",\"iat\":1735689600,\"exp\":2051222400}}",
        s.plain(LOWER, 20)
    );
    jwt(s, "{\"alg\":\"HS256\",\"typ\":\"JWT\"}", &payload, 32)
}

fn discord(s: &mut Stream) -> String {
    let id = format!("1{}", s.digits(18));
    format!("{}.{}.{}", base64url(id), format_args!("G{}", s.url(5)), s.url(38))
}

/// An extended private key.
fn extended_key(s: &mut Stream) -> String {
    let mut payload = vec![0x04, 0x88, 0xad, 0xe4, 3];
    payload.extend(s.bytes(4));
    payload.extend([0x80, 0, 0, 0]);
    payload.extend(s.bytes(32));
    payload.push(0);
    payload.extend(s.bytes(32));
    base58check(&payload)
}

fn wallet_key(s: &mut Stream) -> String {
    let mut payload = vec![0x80];
    payload.extend(s.bytes(32));
    payload.push(1);
    base58check(&payload)
}

fn grafana_cloud(s: &mut Stream) -> String {
    let body = format!(
        "{{\"o\":\"{}\",\"n\":\"orders-metrics\",\"k\":\"{}\",\"m\":{{\"r\":\"eu\"}}}}",
        s.digits(6),
        s.b62(24)
    );
    format!("{}{}", concat!("gl", "c_"), base64(body))
}

fn sentry_org(s: &mut Stream) -> String {
    let body = format!(
        "{{\"iat\":1735689600.{},\"url\":\"https://sentry.io\",\"region_url\":\"https://de.sentry.io\",\"org\":\"acme\"}}",
        s.digits(6)
    );
    format!("{}{}_{}", concat!("sntr", "ys_"), base64(body), s.b64(43))
}

fn onepassword(s: &mut Stream) -> String {
    let body = format!(
        "{{\"signInAddress\":\"acme.1password.eu\",\"userAuth\":{{\"method\":\"SRPg-4096\",\"alg\":\"PBES2g-HS256\",\"iterations\":650000,\"salt\":\"{}\"}},\"email\":\"svc@acme.io\",\"srpX\":\"{}\",\"secretKey\":\"{}{}-{}\",\"deviceUuid\":\"{}\"}}",
        s.url(22),
        s.hex(64),
        concat!("A", "3-"),
        s.b36_upper(6),
        s.b36_upper(26),
        s.b32(26)
    );
    format!("{}{}", concat!("op", "s_"), base64(body))
}

fn slack_groups(s: &mut Stream, prefix: &str, groups: usize, last: usize) -> String {
    let mut out = prefix.to_owned();
    for _ in 0..groups {
        let length = s.between(11, 13);
        out += &format!("{}-", s.digits(length));
    }
    out + &(if last == 32 { s.hex(32) } else { s.b62(last) })
}

fn openai(s: &mut Stream, prefix: &str, half: usize) -> String {
    let middle = concat!("T3Blb", "kFJ");
    let (left, right) = if half == 20 {
        (s.b62(20), s.b62(20))
    } else {
        (s.url(half), s.url(half))
    };
    format!("{prefix}{left}{middle}{right}")
}

/// The marked value of a kind; `turn` counts its cases and chooses the variant.
pub fn value(kind: &str, turn: usize, s: &mut Stream) -> String {
    let plain = match kind {
        "age-key" => bech32(concat!("age-sec", "ret-key-"), &s.bytes(32)).to_uppercase(),
        "airtable" => format!("{}{}.{}", concat!("pa", "t"), s.b62(14), s.hex(64)),
        "algolia-admin" | "azure-openai" | "fastly-legacy" | "datadog-api" => s.hex(32),
        "anthropic" => format!("{}{}AA", concat!("sk-an", "t-api03-"), s.url(93)),
        "anthropic-oauth" => format!("{}{}AA", concat!("sk-an", "t-oat01-"), s.url(86)),
        "artifactory-key" => format!("{}{}", concat!("AK", "Cp"), s.b62(69)),
        "artifactory-reference" => format!("{}{}", concat!("cmV", "md"), s.b62(59)),
        "asana" => format!("{}{}:{}", concat!("1", "/"), s.digits(16), s.hex(32)),
        "atlassian-api" => atlassian(s, concat!("ATA", "TT3xFfGF0")),
        "auth0" => s.url(64),
        "aws-bedrock" => format!("{}{}", concat!("AB", "SK"), s.b64(128)),
        "aws-secret-alone" => s.b64(40),
        "aws-key-id" => format!("{}{}", concat!("AK", "IA"), account_id(s)),
        "azure-ad-secret" if turn == 0 => {
            format!("{}{}{}", s.b62(3), concat!("8", "Q~"), s.url(34))
        }
        "azure-ad-secret" => format!("{}{}{}", s.b62(3), concat!("7", "Q~"), s.url(31)),
        "azure-cosmos" => signed_key(s, 64, concat!("AC", "Db"), 76, 4, "MastRW00") + "==",
        "azure-devops-pat" => cask_key(s, concat!("AZ", "DO")),
        "azure-devops-legacy" => scattered_token(s),
        "azure-function-key" => {
            signed_key(s, 40, concat!("Az", "Fu"), 44, 4, "Functi00")
                .replace('+', "-")
                .replace('/', "_")
                + "=="
        }
        "azure-messaging-key" => signed_key(s, 32, concat!("+A", "Sb"), 33, 4, "Manage00") + "=",
        "azure-storage-key" => signed_key(s, 64, concat!("+A", "St"), 76, 4, "Default0") + "==",
        "azure-storage-legacy" => base64(s.bytes(64)),
        "azure-redis" => signed_key(s, 32, concat!("Az", "Ca"), 33, 4, "Access00") + "=",
        "azure-registry" => signed_key(s, 39, concat!("+A", "CR"), 42, 4, "ACRDflt0"),
        "azure-search" => signed_key(s, 39, concat!("Az", "Se"), 42, 4, "PAdmin00"),
        "bip32-xprv" => extended_key(s),
        "bitbucket-access" => atlassian(s, concat!("ATC", "TT3xFfGN0")),
        "bitbucket-app-password" => {
            format!("{}{}{}", concat!("AT", "BB"), s.b62(24), s.hex_upper(8))
        }
        "bitcoin-wif" => wallet_key(s),
        "braintree" => {
            format!("{}{}${}", concat!("access_tok", "en$production$"), s.b36(16), s.hex(32))
        }
        "brevo" => format!("{}{}-{}", concat!("xkey", "sib-"), s.hex(64), s.b62(16)),
        "buildkite" => format!("{}{}", concat!("bk", "ua_"), s.hex(40)),
        "circleci" => format!("{}{}_{}", concat!("CCI", "PAT_"), s.b62(22), s.hex(40)),
        "circleci-project" => format!("{}{}_{}", concat!("CCI", "PRJ_"), s.b62(22), s.hex(40)),
        "clerk" => format!("{}{}", concat!("sk_", "live_"), s.b62(42)),
        "cloudflare-global" => s.hex(37),
        "cloudflare-legacy" => s.url(40),
        "cloudflare-token" if turn == 0 => cloudflare(s, concat!("cf", "ut_")),
        "cloudflare-token" => cloudflare(s, concat!("cf", "at_")),
        "cohere" => s.b62(40),
        "confluent" => format!("{}{}", concat!("cf", "lt"), s.b64(60)),
        "crates-io" => format!("{}{}", concat!("ci", "o"), s.b62(32)),
        "databricks" => format!("{}{}", concat!("da", "pi"), s.hex(32)),
        "datadog-app" => s.hex(40),
        "deepseek" => format!("{}{}", concat!("s", "k-"), s.hex(32)),
        "digitalocean" => format!("{}{}", concat!("dop", "_v1_"), s.hex(64)),
        "discord-bot" => discord(s),
        "discord-webhook" => format!(
            "https://{}/{}/{}",
            concat!("disc", "ord.com/api/webhooks"),
            s.digits(19),
            s.url(68)
        ),
        "dockerhub-org" => format!("{}{}", concat!("dckr", "_oat_"), s.url(32)),
        "dockerhub-pat" => format!("{}{}", concat!("dckr", "_pat_"), s.url(27)),
        "doppler" if turn == 0 => format!("{}{}", concat!("dp.", "st.prd."), s.b62(43)),
        "doppler" => format!("{}{}", concat!("dp.", "pt."), s.b62(43)),
        "dropbox" => format!("{}{}", concat!("s", "l.u."), s.url(136)),
        "dynatrace" => {
            format!("{}{}.{}", concat!("dt0", "c01."), s.b36_upper(24), s.b36_upper(64))
        }
        "elevenlabs" => format!("{}{}", concat!("s", "k_"), s.hex(48)),
        "ethereum-key" => format!("0x7{}", s.hex(63)),
        "facebook" => format!("{}{}", concat!("EA", "A"), s.b62(180)),
        "fastly" => s.url(32),
        "figma" => format!("{}{}", concat!("fi", "gd_"), s.url(40)),
        "fireworks" => format!("{}{}", concat!("f", "w_"), s.b62(24)),
        "fly-io" => format!(
            "{}{}=,{}{}=",
            concat!("Fly", "V1 fm2_"),
            s.b64(203),
            concat!("fm", "2_"),
            s.b64(203)
        ),
        "gcp-api-key" => format!("{}{}", concat!("AI", "za"), s.url(35)),
        "gcp-oauth-secret" => format!("{}{}", concat!("GOC", "SPX-"), s.url(28)),
        "gcp-refresh-token" => format!("{}{}", concat!("1/", "/0"), s.url(98)),
        "gemini-key" => format!("{}{}", concat!("AQ.", "Ab8RN6"), s.url(44)),
        "github-classic" => checked62(concat!("gh", "p_"), s.b62(30)),
        "github-oauth" => checked62(concat!("gh", "o_"), s.b62(30)),
        "github-user" => checked62(concat!("gh", "u_"), s.b62(30)),
        "github-refresh" => checked62(concat!("gh", "r_"), s.b62(70)),
        "github-installation" => format!("{}{}", concat!("gh", "s_"), s.b62(36)),
        "github-installation-jwt" => github_jwt(s),
        "github-fine-grained" => {
            let head = format!("{}{}_{}", concat!("github", "_pat_"), s.b62(22), s.b62(43));
            format!("{head}{}{}", sha8(&head), s.b62(8))
        }
        "gitlab-agent" => format!("{}{}", concat!("glag", "ent-"), s.url(50)),
        "gitlab-deploy" => format!("{}{}", concat!("gl", "dt-"), s.url(20)),
        "gitlab-job" => format!("{}64_{}", concat!("glc", "bt-"), s.url(20)),
        "gitlab-pat" => format!("{}{}", concat!("gl", "pat-"), s.url(20)),
        "gitlab-pat-routable" => gitlab_routable(s, concat!("gl", "pat-")),
        "gitlab-runner" => format!("{}t3_{}", concat!("gl", "rt-"), s.url(20)),
        "gitlab-trigger" => format!("{}{}", concat!("glp", "tt-"), s.hex(40)),
        "grafana-cloud" => grafana_cloud(s),
        "grafana-sa" => {
            let head = format!("{}{}", concat!("gl", "sa_"), s.b62(32));
            format!("{head}_{}", crc8le(&head))
        }
        "groq" => format!("{}{}", concat!("gs", "k_"), s.b62(52)),
        "heroku" if turn == 0 => format!("{}{}", concat!("HRKU", "-AA"), s.url(58)),
        "heroku" => s.uuid(),
        "honeycomb" => format!("{}{}", concat!("hca", "ik_01"), s.b36(56)),
        "hubspot" => format!("{}{}", concat!("pat", "-eu1-"), s.uuid()),
        "huggingface" => format!("{}{}", concat!("h", "f_"), s.letters(34)),
        "jwt" => service_jwt(s),
        "langsmith" => format!("{}{}_{}", concat!("lsv2", "_pt_"), s.hex(32), s.hex(10)),
        "launchdarkly-sdk" => format!("{}{}", concat!("sd", "k-"), s.uuid()),
        "linear" => format!("{}{}", concat!("lin", "_api_"), s.b62(40)),
        "linode" => s.hex(64),
        "mailchimp" => format!("{}{}{}", s.hex(32), concat!("-", "us"), s.between(1, 21)),
        "mailgun" if turn == 0 => format!("{}{}", concat!("ke", "y-"), s.hex(32)),
        "mailgun" => format!("{}-{}-{}", s.hex(32), s.hex(8), s.hex(8)),
        "mapbox-secret" => {
            let body = format!("{{\"u\":\"acmemaps\",\"a\":\"cl{}\"}}", s.b36(23));
            format!("{}{}.{}", concat!("sk", "."), base64url(body), s.url(22))
        }
        "mistral" => s.b62(32),
        "neon" => format!("{}{}", concat!("na", "pi_"), s.b36(64)),
        "netlify" => format!("{}{}", concat!("nf", "p_"), s.b62(36)),
        "newrelic-license" => {
            let pattern = concat!("eu01", "xx");
            format!("{pattern}{}{}", s.hex(26), concat!("FFFF", "NRAL"))
        }
        "newrelic-user" => format!("{}{}", concat!("NR", "AK-"), s.b36_upper(27)),
        "notion" if turn == 0 => {
            format!("{}{}{}", concat!("nt", "n_"), s.digits(11), s.b62(35))
        }
        "notion" => format!("{}{}", concat!("sec", "ret_"), s.b62(43)),
        "npm" => checked62(concat!("np", "m_"), s.b62(30)),
        "nuget" => format!("{}{}", concat!("oy", "2"), s.b32(43)),
        "nvidia" => format!("{}{}", concat!("nva", "pi-"), s.url(64)),
        "okta" => format!("00{}", s.url(40)),
        "onepassword-service" => onepassword(s),
        "openai-legacy" => openai(s, concat!("s", "k-"), 20),
        "openai-project" if turn == 0 => openai(s, concat!("sk-pr", "oj-"), 74),
        "openai-project" => openai(s, concat!("sk-pr", "oj-"), 58),
        "openrouter" => format!("{}{}", concat!("sk-o", "r-v1-"), s.hex(64)),
        "pagerduty" => format!("u+{}", s.url(18)),
        "perplexity" => format!("{}{}", concat!("pp", "lx-"), s.b62(48)),
        "pinecone" => format!("{}{}_{}", concat!("pc", "sk_"), s.b62(6), s.b62(63)),
        "plaid" => format!("{}{}", concat!("access-", "production-"), s.uuid()),
        "planetscale" if turn == 0 => format!("{}{}", concat!("pscale", "_tkn_"), s.url(43)),
        "planetscale" => format!("{}{}", concat!("pscale", "_pw_"), s.url(43)),
        "postman" => format!("{}{}-{}", concat!("PM", "AK-"), s.hex(24), s.hex(34)),
        "postmark" => s.uuid(),
        "pulumi" => format!("{}{}", concat!("pu", "l-"), s.hex(40)),
        "pypi" if turn == 1 => {
            let caveat = "[1,[\"acme-orders\"]]";
            format!("{}{}", concat!("py", "pi-"), macaroon(s, "test.pypi.org", caveat))
        }
        "pypi" => {
            let caveat = format!("[3,\"{}\"]", s.uuid());
            format!("{}{}", concat!("py", "pi-"), macaroon(s, "pypi.org", &caveat))
        }
        "replicate" => format!("{}{}", concat!("r", "8_"), s.b62(37)),
        "resend" => format!("{}{}_{}", concat!("r", "e_"), s.b58(8), s.b58(24)),
        "rubygems" => format!("{}{}", concat!("ruby", "gems_"), s.hex(48)),
        "sendgrid" => format!("{}{}.{}", concat!("S", "G."), s.url(22), s.url(43)),
        "sentry-org" => sentry_org(s),
        "sentry-user" => format!("{}{}", concat!("sntr", "yu_"), s.hex(64)),
        "shopify" => {
            let prefix = [
                concat!("shp", "at_"),
                concat!("shp", "ss_"),
                concat!("shp", "ca_"),
                concat!("shp", "pa_"),
            ];
            format!("{}{}", prefix[turn % 4], s.hex(32))
        }
        "slack-app" => format!(
            "{}1-A0{}-{}-{}",
            concat!("xa", "pp-"),
            s.b36_upper(9),
            s.digits(13),
            s.hex(64)
        ),
        "slack-bot" => slack_groups(s, concat!("xo", "xb-"), 2, 24),
        "slack-user" => slack_groups(s, concat!("xo", "xp-"), 3, 32),
        "slack-webhook" => format!(
            "https://{}/T0{}/B0{}/{}",
            concat!("hooks.sl", "ack.com/services"),
            s.b36_upper(9),
            s.b36_upper(9),
            s.b62(24)
        ),
        "snyk" | "splunk-hec" => s.uuid(),
        "sonarqube" => format!("{}{}", concat!("sq", "p_"), s.hex(40)),
        "square" if turn == 0 => format!("{}{}", concat!("EA", "AA"), s.url(60)),
        "square" => format!("{}{}", concat!("sq0", "csp-"), s.url(43)),
        "stripe-live" if turn == 2 => format!("{}{}", concat!("rk_", "live_"), s.b62(99)),
        "stripe-live" if turn == 1 => format!("{}{}", concat!("sk_", "live_"), s.b62(24)),
        "stripe-live" => format!("{}51{}", concat!("sk_", "live_"), s.b62(97)),
        "stripe-test" => format!("{}51{}", concat!("sk_", "test_"), s.b62(97)),
        "stripe-webhook" => format!("{}{}", concat!("wh", "sec_"), s.b62(32)),
        "supabase-pat" => format!("{}{}", concat!("sb", "p_"), s.hex(40)),
        "supabase-secret" => format!("{}{}_{}", concat!("sb_", "secret_"), s.url(22), s.url(8)),
        "supabase-service-role" => role_jwt(s, "service_role"),
        "tavily" => format!("{}{}", concat!("tv", "ly-dev-"), s.b62(32)),
        "teams-webhook" => format!(
            "https://acme{}/{}@{}/IncomingWebhook/{}/{}",
            concat!(".webhook.off", "ice.com/webhookb2"),
            s.uuid(),
            s.uuid(),
            s.hex(32),
            s.uuid()
        ),
        "telegram-bot" => format!("{}{}{}", s.digits(10), concat!(":", "AA"), s.url(33)),
        "terraform-cloud" => format!("{}{}{}", s.b62(14), concat!(".atla", "sv1."), s.url(67)),
        "vault-batch" => format!("{}AAAA{}", concat!("hv", "b."), s.url(134)),
        "vault-service" if turn == 0 => format!("{}{}", concat!("hv", "s."), s.url(90)),
        "vault-service" => format!("{}{}", concat!("hv", "s."), s.url(24)),
        "vercel" => checked62(concat!("vc", "p_"), s.url(50)),
        "vercel-legacy" => s.b62(24),
        "wandb" => s.hex(40),
        "xai" => format!("{}{}", concat!("xa", "i-"), s.b62(80)),
        "zuplo" => {
            let body = s.hex(32);
            format!("{}{body}_{}", concat!("zp", "ka_"), crc8(&body))
        }
        other => more(other, s),
    };
    mark(&plain)
}

/// Kinds beyond the benchmark.
fn more(kind: &str, s: &mut Stream) -> String {
    match kind {
        "atlassian-legacy" => s.b62(24),
        "clojars" => format!("{}{}", concat!("CLO", "JARS_"), s.b36(60)),
        "cerebras" => format!("{}{}", concat!("cs", "k-"), s.b36(48)),
        "cloudflare-origin-ca" => {
            format!("{}{}-{}", concat!("v1", ".0-"), s.hex(24), s.hex(146))
        }
        "docker-swarm" => {
            format!("{}{}-{}", concat!("SWM", "TKN-1-"), s.b36(50), s.b36(25))
        }
        "easypost" => format!("{}{}", concat!("EZ", "AK"), s.b62(54)),
        "gcp-access" => format!("{}{}", concat!("ya", "29."), s.url(160)),
        "gitlab-runner-registration" => format!("{}{}", concat!("GR13", "48941"), s.url(20)),
        "gitlab-feed" => format!("{}{}", concat!("gl", "ft-"), s.url(20)),
        "harness" => {
            format!("{}{}.{}.{}", concat!("pa", "t."), s.url(22), s.hex(24), s.b62(20))
        }
        "infracost" => format!("{}{}", concat!("ic", "o-"), s.b62(32)),
        "klaviyo" => format!("{}{}", concat!("p", "k_"), s.hex(34)),
        "langfuse" => format!("{}{}", concat!("sk-l", "f-"), s.uuid()),
        "nostr" => bech32(concat!("ns", "ec"), &s.bytes(32)),
        "openshift" => format!("{}{}", concat!("sha2", "56~"), s.url(43)),
        "posthog-personal" => format!("{}{}", concat!("ph", "x_"), s.b62(43)),
        "prefect" => format!("{}{}", concat!("pn", "u_"), s.b62(36)),
        "salesforce" => {
            format!("{}{}!{}", concat!("00", "D"), s.b62(12), s.b62(96))
        }
        "scaleway" => s.uuid(),
        "tailscale" => {
            format!("{}{}-{}", concat!("tskey", "-auth-"), s.b62(16), s.b62(32))
        }
        "trello" => {
            format!("{}{}{}", concat!("AT", "TA"), s.hex(64), s.hex_upper(8))
        }
        "typeform" => format!("{}{}", concat!("tf", "p_"), s.b62(48)),
        "upcloud" => format!("{}{}", concat!("uc", "at_"), s.b62(26)),
        "vault-legacy" => format!("{}{}", concat!("s", "."), s.b62(24)),
        "yandex" => format!("{}{}", concat!("AQ", "VN"), s.url(36)),
        "totp-seed" => s.plain(&format!("{UPPER}234567"), 32),
        unknown => panic!("no generator for {unknown}"),
    }
}
