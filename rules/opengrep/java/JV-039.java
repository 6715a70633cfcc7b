import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.util.HtmlUtils;

class Checkout {
    @GetMapping("/checkout")
    Result checkout(@RequestParam String card, @RequestParam int count) {
        StringBuilder cart = new StringBuilder();
        // ruleid: JV-039
        cart.append("<p>We have charged credit card " + card + "<br />");
        // ruleid: JV-039
        String line = String.format("<li>%s</li>", card);
        // ok: JV-039
        cart.append("<p>You have bought " + count);
        // ok: JV-039
        cart.append("<p>We have charged " + HtmlUtils.htmlEscape(card));
        // ok: JV-039
        String log = "card < 3: " + card;
        return Result.of(cart.toString() + line + log);
    }
}
