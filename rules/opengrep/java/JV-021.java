import freemarker.template.Configuration;
import freemarker.template.Template;
import java.io.StringReader;
import java.io.StringWriter;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.Velocity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.thymeleaf.TemplateEngine;
import org.thymeleaf.context.Context;

class MailController {
    private TemplateEngine engine;
    private Configuration configuration;

    @PostMapping("/preview")
    String preview(@RequestParam String body, @RequestParam String name) throws Exception {
        StringWriter out = new StringWriter();
        VelocityContext context = new VelocityContext();
        context.put("name", name);
        // ruleid: JV-021
        Velocity.evaluate(context, out, "preview", "Dear " + name);
        // ok: JV-021
        Velocity.evaluate(context, out, "preview", "Dear $name");
        // ruleid: JV-021
        Template template = new Template("mail", new StringReader(body), configuration);
        Context model = new Context();
        model.setVariable("name", name);
        // ok: JV-021
        String page = engine.process("mail", model);
        // ok: JV-021
        configuration.getTemplate("mail.ftl").process(model, out);
        // ruleid: JV-021
        return engine.process("<p>" + body + "</p>", model);
    }
}
