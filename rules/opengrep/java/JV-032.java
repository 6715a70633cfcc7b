import java.lang.reflect.Method;
import java.util.Map;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.commons.beanutils.BeanUtils;

class ReportServlet extends HttpServlet {
    private static final Map<String, Class<?>> KINDS = Map.of("day", DayReport.class, "week", WeekReport.class);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String kind = request.getParameter("kind");
        // ruleid: JV-032
        Class<?> type = Class.forName("org.example.reports." + kind);
        // ruleid: JV-032
        Method method = this.getClass().getMethod(request.getParameter("action"));
        // ruleid: JV-032
        Thread.currentThread().getContextClassLoader().loadClass(kind);
        // ruleid: JV-032
        BeanUtils.setProperty(report, kind, "1");

        // ok: JV-032
        Class.forName("org.example.reports.DayReport");
        // ok: JV-032
        this.getClass().getMethod("run", String.class).invoke(this, kind);
        // ok: JV-032
        BeanUtils.setProperty(report, "kind", kind);
        // ok: JV-032
        KINDS.get(kind).getDeclaredConstructor().newInstance();
        // ok: JV-032
        pages.loadClass(kind);
    }
}
