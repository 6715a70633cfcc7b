const code = "poll()";

function positives(id) {
  // ruleid: NG-009
  setTimeout("tick()", 50);
  // ruleid: NG-009
  window.setInterval(
    'poll(' + id + ')',
    1000,
  );
  // ruleid: NG-009
  const t = setTimeout(`run(${id})`, 5);
  // ruleid: NG-009
  setInterval(code, 5);
  return t;
}

function negatives(id, tick, show, driver) {
  // ok: NG-009
  setTimeout(tick, 50);
  // ok: NG-009
  setTimeout(() => show("late"), 50);
  // ok: NG-009
  driver.setTimeout("30s");
  // setTimeout("tick()", 50);
  // ok: NG-009
  console.log('use setTimeout("x")');
  // ok: NG-009
  return setTimeout(show.bind(null, "late"), id);
}
