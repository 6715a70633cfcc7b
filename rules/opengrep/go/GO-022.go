package users

import (
	"encoding/json"
	"net/http"

	"github.com/redis/go-redis/v9"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
)

type login struct {
	Name string
}

func find(users *mongo.Collection, client *redis.Client) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx := r.Context()
		name := r.FormValue("name")
		// ruleid: GO-022
		users.Find(ctx, bson.M{"$where": "this.name == '" + name + "'"})
		var filter map[string]interface{}
		json.NewDecoder(r.Body).Decode(&filter)
		// ruleid: GO-022
		users.FindOne(ctx, filter)
		// ruleid: GO-022
		client.Eval(ctx, "return redis.call('get', '"+name+"')", nil)

		// ok: GO-022
		users.Find(ctx, bson.M{"name": name})
		// ok: GO-022
		client.Eval(ctx, "return redis.call('get', KEYS[1])", []string{name})
		var form login
		json.NewDecoder(r.Body).Decode(&form)
		// ok: GO-022
		users.FindOne(ctx, bson.M{"name": form.Name})
	}
}
