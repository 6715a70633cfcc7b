class Positives {
    // ruleid: SP-006
    void save(@RequestBody UserEntity u) {
    }

    public Order add(
            @PathVariable long id,
            // ruleid: SP-006
            @RequestBody @Valid final OrderEntity order) {
        return null;
    }

    // ruleid: SP-006
    public void all(@RequestBody(required = true) List<UserEntity> users) {
    }

    // ruleid: SP-006
    @PostMapping("/a") public void form(@ModelAttribute("user") UserEntity user) {
    }
}

class Negatives {
    // ok: SP-006
    void save(@RequestBody UserForm u) {
    }

    // ok: SP-006
    void dto(@RequestBody UserEntityDto u) {
    }

    // ok: SP-006
    ResponseEntity<UserEntity> answer(@RequestBody UserForm u) {
        return null;
    }

    // ok: SP-006
    void model(@RequestBody EntityModel<UserForm> u, UserEntity stored) {
    }

    // void save(@RequestBody UserEntity u) {}
    // ok: SP-006
    String text = "void save(@RequestBody UserEntity u)";
}
