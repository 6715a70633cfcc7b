import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;

class ProfileServlet extends HttpServlet {
    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) {
        String role = request.getParameter("role");
        HttpSession session = request.getSession();
        // ruleid: JV-025
        session.setAttribute("role", role);
        // ruleid: JV-025
        request.getSession().setAttribute(request.getParameter("name"), "1");
        // ruleid: JV-025
        request.getSession(true).putValue("role", role);

        // ok: JV-025
        request.setAttribute("role", role);
        // ok: JV-025
        session.setAttribute("page", Integer.parseInt(request.getParameter("page")));
        // ok: JV-025
        session.setAttribute("user", userRepository.findByName(role));
        // ok: JV-025
        session.setAttribute("admin", role.equals("admin"));
        String known = "guest";
        if ("editor".equals(role)) {
            known = "editor";
        }
        // ok: JV-025
        session.setAttribute("role", known);
    }
}
