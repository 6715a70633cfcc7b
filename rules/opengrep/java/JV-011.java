import java.net.URI;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.ws.rs.QueryParam;
import javax.ws.rs.core.Response;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.view.RedirectView;

class LoginServlet extends HttpServlet {
    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String next = request.getParameter("next");
        // ruleid: JV-011
        response.sendRedirect(next);
        // ruleid: JV-011
        response.setHeader("Location", next);
        // A second slash makes it another site.
        // ruleid: JV-011
        response.sendRedirect("/" + next);
        // ruleid: JV-011
        response.sendRedirect("https://example.org" + next);
        // ruleid: JV-011
        response.sendRedirect(request.getContextPath() + next);

        // ok: JV-011
        response.sendRedirect("/home");
        // ok: JV-011
        response.sendRedirect("/login?next=" + next);
        // ok: JV-011
        response.sendRedirect("https://example.org/" + next);
        // ok: JV-011
        response.sendRedirect(request.getContextPath() + "/account/" + next);
        // ok: JV-011
        response.setHeader("X-Next", next);
        // ok: JV-011
        response.sendRedirect("/page/" + Integer.parseInt(next));
        URI parsed = new URI(next);
        if ("www.example.org".equals(parsed.getHost())) {
            // ok: JV-011
            response.sendRedirect(parsed.toString());
        }
        String target = "/";
        if ("cart".equals(next)) {
            target = "/cart";
        }
        // ok: JV-011
        response.sendRedirect(target);
    }
}

class AccountController {
    @GetMapping("/continue")
    String go(@RequestParam String to) {
        // ruleid: JV-011
        return "redirect:" + to;
    }

    @GetMapping("/owner/{id}")
    String owner(@PathVariable String id) {
        // ok: JV-011
        return "redirect:/owners/" + id;
    }

    @GetMapping("/view")
    ModelAndView view(@RequestParam String to, @RequestParam int page) {
        // ruleid: JV-011
        new RedirectView(to);
        // ok: JV-011
        new RedirectView("/list?page=" + page);
        // ruleid: JV-011
        return new ModelAndView("redirect:" + to);
    }

    Response leave(@QueryParam("to") String to) {
        // ruleid: JV-011
        return Response.seeOther(URI.create(to)).build();
    }
}
