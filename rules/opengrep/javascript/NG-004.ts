const ACCESS_TOKEN_KEY = "app.access_token";
const PLACE = "theme";

function positives(t: string, res: any, body: any, form: any) {
  // ruleid: NG-004
  localStorage.setItem("auth_token", t);
  // ruleid: NG-004
  window.sessionStorage.setItem(
    'jwt',
    res.jwt,
  );
  // ruleid: NG-004
  window.localStorage.setItem(ACCESS_TOKEN_KEY, t);
  // ruleid: NG-004
  localStorage.refreshToken = body.refresh;
  // ruleid: NG-004
  localStorage["userPassword"] = form.password;
  // ruleid: NG-004
  localStorage.setItem(`${body.prefix}.token`, t);
}

function negatives(t: string, tokenLanguage: string, store: Map<string, string>) {
  // ok: NG-004
  localStorage.setItem("theme", t);
  // ok: NG-004
  localStorage.getItem("auth_token");
  // ok: NG-004
  localStorage.removeItem("auth_token");
  // ok: NG-004
  localStorage.setItem("token_expiry", String(t));
  // ok: NG-004
  localStorage.setItem("token", "a fixed text");
  // ok: NG-004
  localStorage.setItem("lang", tokenLanguage);
  // ok: NG-004
  localStorage.setItem(PLACE, "token");
  // localStorage.setItem("auth_token", t);
  // ok: NG-004
  const text = 'localStorage.setItem("auth_token", t)';
  // ok: NG-004
  return store.setItem("auth_token", t);
}
