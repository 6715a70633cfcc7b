import javax.servlet.http.Cookie;
import javax.servlet.http.HttpServletResponse;

class Cookies {
    void all(HttpServletResponse response, String id) {
        Cookie plain = new Cookie("sid", id);
        plain.setSecure(true);
        // ruleid: JV-030
        response.addCookie(plain);
        Cookie kept = new Cookie("sid", id);
        kept.setHttpOnly(true);
        // ok: JV-030
        response.addCookie(kept);
        Cookie token = new Cookie("XSRF-TOKEN", id);
        // ok: JV-030
        response.addCookie(token);
        Cookie gone = new Cookie("sid", "");
        gone.setMaxAge(0);
        // ok: JV-030
        response.addCookie(gone);
    }
}
