import com.fasterxml.jackson.databind.ObjectMapper;
import com.thoughtworks.xstream.XStream;
import java.beans.XMLDecoder;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.net.Socket;
import java.util.Base64;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.commons.lang3.SerializationUtils;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.yaml.snakeyaml.Yaml;

class CartServlet extends HttpServlet {
    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws Exception {
        ObjectInputStream in = new ObjectInputStream(request.getInputStream());
        // ruleid: JV-001
        Object cart = in.readObject();
        byte[] bytes = Base64.getDecoder().decode(request.getParameter("cart"));
        try (ObjectInputStream other = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            // ruleid: JV-001
            other.readObject();
        }
        // ruleid: JV-001
        new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject();
        // ruleid: JV-001
        new XMLDecoder(request.getInputStream()).readObject();
        // ruleid: JV-001
        SerializationUtils.deserialize(bytes);

        ObjectInputStream filtered = new ObjectInputStream(request.getInputStream());
        filtered.setObjectInputFilter(ObjectInputFilter.Config.createFilter("org.example.*;!*"));
        // ok: JV-001
        filtered.readObject();
        // ok: JV-001
        new ObjectMapper().readValue(request.getInputStream(), Cart.class);
        // ok: JV-001
        new ObjectInputStream(new java.io.FileInputStream("/var/cache/cart")).readObject();
    }

    void serve(Socket socket) throws Exception {
        ObjectInputStream in = new ObjectInputStream(socket.getInputStream());
        // ruleid: JV-001
        Object message = in.readObject();
    }

    void onMessage(javax.jms.ObjectMessage message) throws Exception {
        // ruleid: JV-001
        Object order = message.getObject();
    }

    void configure(ObjectMapper mapper) {
        // ruleid: JV-001
        mapper.enableDefaultTyping();
        // ok: JV-001
        mapper.activateDefaultTyping(types, ObjectMapper.DefaultTyping.NON_FINAL);
    }
}

class ImportController {
    @PostMapping("/import")
    void load(@RequestBody String text, @RequestBody InputStream body) {
        // ruleid: JV-001
        new Yaml().load(text);
        XStream stream = new XStream();
        // ruleid: JV-001
        stream.fromXML(text);
        // ok: JV-001
        new Yaml(new org.yaml.snakeyaml.constructor.SafeConstructor(options)).load(text);
        Yaml safe = new Yaml(new org.yaml.snakeyaml.constructor.SafeConstructor(options));
        // ok: JV-001
        safe.load(text);
    }
}
