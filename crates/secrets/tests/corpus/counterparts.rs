//! Values that are made to be public and resemble secrets.

use super::Cases;
use super::checksums::base64url;
use super::forms::{Template, fill};
use super::kinds::role_jwt;
use super::stream::Stream;

/// Kind, form, file and the maker of the public value.
type Row = (&'static str, &'static str, Template, fn(&mut Stream) -> String);

const ROWS: &[Row] = &[
    ("stripe-publishable", "javascript", ("web/src/pay.js", STRIPE), |s| {
        format!("{}51{}", concat!("pk_", "live_"), s.b62(97))
    }),
    ("clerk-publishable", "env", ("web/.env.production", CLERK), |s| {
        let host = format!("{}.clerk.accounts.dev$", s.plain("abcdefghijklmnop", 9));
        format!("{}{}", concat!("pk_", "test_"), base64url(host))
    }),
    ("firebase-web", "javascript", ("web/src/firebase.js", FIREBASE), google),
    ("maps-browser", "html", ("web/public/map.html", MAPS), google),
    ("sentry-dsn", "typescript", ("web/src/errors.ts", SENTRY), |s| s.hex(32)),
    ("mapbox-public", "javascript", ("web/src/map.js", MAPBOX), |s| {
        let body = format!("{{\"u\":\"acmemaps\",\"a\":\"cl{}\"}}", s.b36(23));
        format!("{}{}.{}", concat!("pk", "."), base64url(body), s.url(22))
    }),
    (
        "supabase-publishable",
        "typescript",
        ("web/src/data.ts", SUPABASE),
        |s| format!("{}{}_{}", concat!("sb_", "publishable_"), s.url(22), s.url(8)),
    ),
    ("supabase-anon", "env", ("web/.env", SUPABASE_ENV), |s| {
        role_jwt(s, "anon")
    }),
    ("posthog-project", "javascript", ("web/src/stats.js", POSTHOG), |s| {
        format!("{}{}", concat!("ph", "c_"), s.b62(43))
    }),
    ("datadog-rum", "typescript", ("web/src/rum.ts", DATADOG), |s| {
        format!("{}{}", concat!("pu", "b"), s.hex(32))
    }),
    ("newrelic-browser", "html", ("web/public/index.html", NEWRELIC), |s| {
        format!("{}{}", concat!("NR", "JS-"), s.hex(19))
    }),
    (
        "launchdarkly-client",
        "javascript",
        ("web/src/flags.js", LAUNCHDARKLY),
        |s| s.hex(24),
    ),
    ("algolia-search", "javascript", ("web/src/search.js", ALGOLIA), |s| {
        s.hex(32)
    }),
    (
        "recaptcha-site-key",
        "html",
        ("web/public/contact.html", RECAPTCHA),
        |s| format!("{}{}", concat!("6", "L"), s.url(38)),
    ),
    (
        "turnstile-site-key",
        "typescript",
        ("web/src/Challenge.tsx", TURNSTILE),
        |s| format!("{}{}", concat!("0x4A", "AAA"), s.url(17)),
    ),
    (
        "braintree-tokenization",
        "javascript",
        ("web/src/checkout.js", BRAINTREE),
        |s| format!("{}{}_{}", concat!("produc", "tion_"), s.b36(8), s.b36(16)),
    ),
    ("google-client-id", "json", ("web/src/oauth.json", GOOGLE), |s| {
        format!(
            "{}-{}{}",
            s.digits(12),
            s.b36(32),
            concat!(".apps.google", "usercontent.com")
        )
    }),
    ("aws-published-sample", "python", ("src/@svc@/upload.py", AWS), |_| {
        [concat!("AKIAIOS", "FODNN7"), "EXAMPLE"].concat()
    }),
];

fn google(s: &mut Stream) -> String {
    format!("{}{}", concat!("AI", "za"), s.url(35))
}

pub fn add(cases: &mut Cases) {
    for (kind, form, template, make) in ROWS {
        let mut s = cases.stream(kind);
        let value = make(&mut s);
        let (path, mut text) = fill(*template, &mut s, "value", &value);
        text = text.replace("@uuid@", &s.uuid());
        text = text.replace("@digits@", &s.digits(12));
        text = text.replace("@app@", &s.b36_upper(10));
        // The other half of the published pair, in pieces.
        let sample = ["wJalrXUtn", "FEMI/K7MDENG", "/bPxRfiCY", "EXAMPLEKEY"].concat();
        text = text.replace("@sample@", &sample);
        cases.add(kind, form, path, &text);
    }
}

const STRIPE: &str = r##"import { loadStripe } from "@stripe/stripe-js";

const ready = loadStripe("@v@");

export async function mount(clientSecret) {
  const stripe = await ready;
  const elements = stripe.elements({ clientSecret });
  elements.create("payment").mount("#payment");
  return elements;
}
"##;

const CLERK: &str = "NEXT_PUBLIC_SITE=https://@svc@.acme.io
NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY=@v@
NEXT_PUBLIC_CLERK_SIGN_IN_URL=/login
NEXT_PUBLIC_THEME=dark
NEXT_PUBLIC_LOCALE=de
NEXT_PUBLIC_PAGE_SIZE=50
NEXT_TELEMETRY_DISABLED=1
ANALYZE=false
";

const FIREBASE: &str = r#"import { initializeApp } from "firebase/app";

const config = {
  apiKey: "@v@",
  authDomain: "acme-@svc@.firebaseapp.com",
  projectId: "acme-@svc@",
  storageBucket: "acme-@svc@.appspot.com",
  messagingSenderId: "@digits@",
};

export const app = initializeApp(config);
"#;

const MAPS: &str = r#"<!doctype html>
<html lang="en">
  <head>
    <title>Shops</title>
    <script async src="https://maps.googleapis.com/maps/api/js?key=@v@&callback=start"></script>
  </head>
  <body>
    <div id="map"></div>
  </body>
</html>
"#;

const SENTRY: &str = r#"import * as Sentry from "@sentry/browser";

Sentry.init({
  dsn: "https://@v@@o450112.ingest.de.sentry.io/4509871",
  environment: "production",
  tracesSampleRate: 0.1,
});

export function report(error: Error): void {
  Sentry.captureException(error);
}
"#;

const MAPBOX: &str = r#"import mapboxgl from "mapbox-gl";

mapboxgl.accessToken = "@v@";

export function show(element) {
  return new mapboxgl.Map({
    container: element,
    center: [13.4, 52.5],
    zoom: 9,
  });
}
"#;

const SUPABASE: &str = r#"import { createClient } from "@supabase/supabase-js";

const url = "https://acme@svc@.supabase.co";
const key = "@v@";

export const data = createClient(url, key);

export async function rows() {
  return data.from("@svc@").select("*").limit(50);
}
"#;

const SUPABASE_ENV: &str = "VITE_SITE=https://@svc@.acme.io
VITE_SUPABASE_URL=https://acme@svc@.supabase.co
VITE_SUPABASE_ANON_KEY=@v@
VITE_THEME=dark
VITE_LOCALE=de
VITE_PAGE_SIZE=50
VITE_PORT=@port@
VITE_REGION=eu-central
";

const POSTHOG: &str = r#"import posthog from "posthog-js";

posthog.init("@v@", {
  api_host: "https://eu.i.posthog.com",
  autocapture: false,
});

export function seen(page) {
  posthog.capture("page seen", { page });
}
"#;

const DATADOG: &str = r#"import { datadogRum } from "@datadog/browser-rum";

datadogRum.init({
  applicationId: "@uuid@",
  clientToken: "@v@",
  site: "datadoghq.eu",
  service: "@svc@",
  sessionSampleRate: 20,
});

export const ready = true;
"#;

const NEWRELIC: &str = r#"<!doctype html>
<html lang="en">
  <head>
    <title>@Svc@</title>
    <script>
      window.NREUM = window.NREUM || {};
      NREUM.loader_config = { accountID: "3412", licenseKey: "@v@" };
      NREUM.info = { beacon: "bam.eu01.nr-data.net", sa: 1 };
    </script>
  </head>
  <body></body>
</html>
"#;

const LAUNCHDARKLY: &str = r#"import * as LDClient from "launchdarkly-js-client-sdk";

const context = { kind: "user", anonymous: true };

export const flags = LDClient.initialize("@v@", context);

export async function on(name) {
  await flags.waitForInitialization(5);
  return flags.variation(name, false);
}
"#;

const ALGOLIA: &str = r##"import { liteClient } from "algoliasearch/lite";
import instantsearch from "instantsearch.js";

const searchOnlyApiKey = "@v@";
const searchClient = liteClient("@app@", searchOnlyApiKey);

export const search = instantsearch({
  indexName: "@svc@",
  searchClient,
});

search.start();
"##;

const RECAPTCHA: &str = r#"<!doctype html>
<html lang="en">
  <head>
    <title>Contact</title>
    <script src="https://www.google.com/recaptcha/api.js" async defer></script>
  </head>
  <body>
    <form method="post" action="/contact">
      <textarea name="text"></textarea>
      <div class="g-recaptcha" data-sitekey="@v@"></div>
    </form>
  </body>
</html>
"#;

const TURNSTILE: &str = r#"import { Turnstile } from "@marsidev/react-turnstile";

export function Challenge({ done }: { done: (code: string) => void }) {
  return (
    <Turnstile
      siteKey="@v@"
      onSuccess={done}
      options={{ theme: "light" }}
    />
  );
}
"#;

const BRAINTREE: &str = r##"import dropin from "braintree-web-drop-in";

export async function open(element) {
  const instance = await dropin.create({
    authorization: "@v@",
    container: element,
    locale: "de_DE",
  });
  return instance.requestPaymentMethod();
}
"##;

const GOOGLE: &str = r#"{
  "provider": "google",
  "clientId": "@v@",
  "redirect": "https://@svc@.acme.io/callback",
  "scopes": ["openid", "email"],
  "prompt": "select_account",
  "responseType": "code"
}
"#;

const AWS: &str = r#"import boto3

# The pair of the documentation; the real one comes from the role.
ACCESS_KEY_ID = "@v@"
SECRET_ACCESS_KEY = "@sample@"


def client(live: bool):
    if live:
        return boto3.client("s3")
    return boto3.client(
        "s3", aws_access_key_id=ACCESS_KEY_ID, aws_secret_access_key=SECRET_ACCESS_KEY
    )
"#;
