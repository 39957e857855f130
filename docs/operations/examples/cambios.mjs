// Keeps a copy of lists in files: rutas.json, clientes.json … Each run asks only for what changed since the last one.
import { readFile, rename, writeFile } from 'node:fs/promises'

const api = process.env.FLOTA_API ?? 'https://flota.example.com/api'
const lists = process.argv.length > 2 ? process.argv.slice(2) : ['rutas', 'clientes', 'camiones']
const headers = { Authorization: `Bearer ${process.env.FLOTA_TOKEN}` }

async function readPage(list, since) {
  const query = new URLSearchParams({ orden: 'actualizado', ...(since && { actualizado_desde: since }) })
  const response = await fetch(`${api}/${list}?${query}`, { headers })
  if (!response.ok) throw new Error(`${list}: ${response.status} ${await response.text()}`)
  return response.json()
}

async function readCopy(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return { filas: {} }
    throw error
  }
}

for (const list of lists) {
  const file = `${list}.json`
  const copy = await readCopy(file)
  for (let paginas = 2; paginas > 1; ) {
    const { data, paginacion } = await readPage(list, copy.siguiente)
    for (const row of data) {
      if (row.eliminado_en) delete copy.filas[row.id]
      else copy.filas[row.id] = row
    }
    copy.siguiente = paginacion.siguiente
    paginas = paginacion.paginas
  }
  // A run that is interrupted leaves the earlier copy with its own `siguiente`.
  await writeFile(`${file}.nuevo`, JSON.stringify(copy))
  await rename(`${file}.nuevo`, file)
}
