// ruleid: TS-043
app.get('/metrics', asyncHandler(serveMetrics()))
// ruleid: TS-043
router.get('/metrics', async (req, res) => {
  res.send(await register.metrics())
})
// ok: TS-043
app.get('/metrics', isMonitoring(), asyncHandler(serveMetrics()))
// ok: TS-043
app.get('/metrics/summary', summary)
// ok: TS-043
client.get('/metrics', headers)
