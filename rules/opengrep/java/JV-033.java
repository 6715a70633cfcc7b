import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.servlet.ModelAndView;

class PageServlet extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String page = request.getParameter("page");
        // ruleid: JV-033
        request.getRequestDispatcher(page).forward(request, response);
        // ruleid: JV-033
        getServletContext().getRequestDispatcher("/pages/" + page + ".jsp").include(request, response);
        // ok: JV-033
        request.getRequestDispatcher("/pages/home.jsp").forward(request, response);
        String known = "home";
        if ("about".equals(page)) {
            known = "about";
        }
        // ok: JV-033
        request.getRequestDispatcher("/pages/" + known + ".jsp").forward(request, response);
        // ok: JV-033
        request.getRequestDispatcher("/pages/" + Integer.parseInt(page)).forward(request, response);
    }
}

@Controller
class PageController {
    @GetMapping("/page")
    String page(@RequestParam String lang) {
        // ruleid: JV-033
        return "pages/" + lang + "/welcome";
    }

    @GetMapping("/moved")
    String moved(@RequestParam String to) {
        // ok: JV-033
        return "redirect:/pages?to=" + to;
    }

    @GetMapping("/text")
    @ResponseBody
    String text(@RequestParam String name) {
        // ok: JV-033
        return "Hello " + name;
    }

    @GetMapping("/model")
    ModelAndView model(@RequestParam String name) {
        // ok: JV-033
        new ModelAndView("page", "name", name);
        // ruleid: JV-033
        return new ModelAndView("pages/" + name);
    }
}
