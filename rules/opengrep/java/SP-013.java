import javax.ws.rs.Produces;
import javax.ws.rs.QueryParam;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

@RestController
class GreetingController {
    @GetMapping("/hello")
    String hello(@RequestParam String name) {
        // ruleid: SP-013
        return "Hello " + name;
    }

    @GetMapping("/hello/entity")
    ResponseEntity<String> entity(@RequestParam String name) {
        if (name.isEmpty()) {
            // ruleid: SP-013
            return ResponseEntity.badRequest().body("unknown: " + name);
        }
        // ruleid: SP-013
        return ResponseEntity.ok("Hello " + name);
    }

    @GetMapping("/escaped")
    String escaped(@RequestParam String name) {
        // ok: SP-013
        return "Hello " + HtmlUtils.htmlEscape(name);
    }

    @GetMapping(value = "/plain", produces = MediaType.TEXT_PLAIN_VALUE)
    String plain(@RequestParam String name) {
        // ok: SP-013
        return "Hello " + name;
    }

    @GetMapping(value = "/page", produces = MediaType.TEXT_HTML_VALUE)
    String page(@RequestParam String name) {
        // ruleid: SP-013
        return "<p>" + name;
    }

    @AuditedMapping("/audited")
    ResponseEntity<String> composed(@RequestParam String name) {
        String text = String.format("<img src=%s>", name);
        // ruleid: SP-013
        return new ResponseEntity<>(text, HttpStatus.OK);
    }

    @GetMapping("/count")
    String count(@RequestParam int number) {
        // ok: SP-013
        return "number " + number;
    }

    @GetMapping("/object")
    Greeting object(@RequestParam String name) {
        // ok: SP-013
        return new Greeting(name);
    }
}

@Controller
class PageController {
    @GetMapping("/view")
    String view(@RequestParam String name) {
        // The name of a view.
        // ok: SP-013
        return "pages/" + name;
    }

    @GetMapping("/text")
    @ResponseBody
    String text(@RequestParam String name) {
        // ruleid: SP-013
        return "Hello " + name;
    }
}

class Resource {
    @Produces("text/html")
    public String page(@QueryParam("name") String name) {
        // ruleid: SP-013
        return "<p>" + name + "</p>";
    }
}
