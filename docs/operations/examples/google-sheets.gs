// Copies the trips of a month into the sheet 'Viajes'. The token is the script property FLOTA_TOKEN.
function viajes() {
  const token = PropertiesService.getScriptProperties().getProperty('FLOTA_TOKEN')
  const filas = []
  for (let pagina = 1, paginas = 1; pagina <= paginas; pagina++) {
    const url = `https://flota.example.com/api/rutas?desde=2026-11-01&hasta=2026-11-30&porPagina=100&pagina=${pagina}`
    const response = JSON.parse(
      UrlFetchApp.fetch(url, { headers: { Authorization: `Bearer ${token}` } }).getContentText(),
    )
    paginas = response.paginacion.paginas
    for (const r of response.data) filas.push([r.no_ruta, r.fecha, r.origen, r.destino, r.estado])
  }
  const hoja = SpreadsheetApp.getActive().getSheetByName('Viajes').clearContents()
  if (filas.length > 0) hoja.getRange(1, 1, filas.length, filas[0].length).setValues(filas)
}
