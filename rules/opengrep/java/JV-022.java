import com.mongodb.BasicDBObject;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import org.bson.Document;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.BasicQuery;
import org.springframework.data.mongodb.core.query.Criteria;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import redis.clients.jedis.Jedis;

class UserController {
    private MongoTemplate mongo;
    private MongoCollection<Document> users;
    private Jedis jedis;

    @GetMapping("/users")
    Object find(@RequestParam String name, @RequestParam String field, @RequestParam int age) {
        // ruleid: JV-022
        mongo.find(new BasicQuery("{ name : '" + name + "' }"), User.class);
        // ruleid: JV-022
        users.find(new BasicDBObject("$where", "this.name == '" + name + "'"));
        // ruleid: JV-022
        mongo.find(Query.query(Criteria.where(field).is(1)), User.class);
        // ok: JV-022
        mongo.find(Query.query(Criteria.where("name").is(name)), User.class);
        // ok: JV-022
        users.find(Filters.eq("name", name));
        // ok: JV-022
        users.find(new Document("name", name));
        // ok: JV-022
        return users.find(new BasicDBObject("$where", "this.age == " + age));
    }

    @PostMapping("/users/query")
    Object query(@RequestBody String json) {
        // ruleid: JV-022
        jedis.eval("return redis.call('get', '" + json + "')");
        // ok: JV-022
        jedis.eval("return redis.call('get', KEYS[1])", 1, json);
        // ruleid: JV-022
        return users.find(Document.parse(json));
    }
}
