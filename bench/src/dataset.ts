import { createRandom } from '@flota/demo/random.ts'
import { searchText } from '@flota/server/platform/db/search.ts'

/** Size of the company. More trips mean a longer history, not busier days. */
export const sizes = { clientes: 2000, choferes: 300, camiones: 300, ayudantes: 200, viajesPorDia: 183 }
/** Fixed, so that every run has the same data. */
export const newestDay = '2026-11-20'
/** Day of the board: before the first of a million trips. */
export const boardDay = '2010-06-07'

const splitWords = (text: string) => text.split(' ')
const names = splitWords(
  'José María Juan Ana Luis Carmen Carlos Rosa Jorge Marta Pedro Elena Miguel Sofía Mario Lucía Óscar Inés Víctor Julia Hugo Sara Edgar Irma Byron Gloria Wilson Nora Rudy Silvia',
)
const surnames = splitWords(
  'López García Pérez González Hernández Morales Castillo Ramírez Cruz Ortiz Núñez Velásquez Ajanel Xicay Tzoc Choc Chávez Sical Coy Batz Méndez Juárez Reyes Barrios Alvarado Cifuentes Monzón Sandoval Orellana Escobar',
)
const services =
  'Carga general,Carga refrigerada,Mudanza,Contenedor a puerto,Distribución local,Paquetería,Café,Azúcar'.split(
    ',',
  )
const goods = splitWords('Abarrotes Cemento Verduras Café Ropa Repuestos Medicinas Muebles')
const places = splitWords(
  'Guatemala Mixco Escuintla Quetzaltenango Cobán Huehuetenango Zacapa Retalhuleu Antigua',
)

const random = createRandom(42, 'bench')

/** Rows of one table, all with the same columns. */
export interface TableRows {
  table: string
  rows: Record<string, string | number | null>[]
}
type Row = TableRows['rows'][number]

function people(n: number) {
  return Array.from({ length: n }, (_, i) => {
    const [nombre, apellido] = [random.of(names), `${random.of(surnames)} ${random.of(surnames)}`]
    const telefono = `5555-${random.between(1000, 9999)}`
    return { id: i + 1, nombre, apellido, telefono, busqueda: searchText([nombre, apellido]) }
  })
}
type Person = ReturnType<typeof people>[number]

function camionRow(i: number): Row {
  const placa = `C-${String(i + 1).padStart(3, '0')}BCD`
  const truck = {
    marca: 'Hino',
    modelo: '500',
    color: 'Blanco',
    tipo: 'Camión',
    tarjeta_circulacion: `TC-${i}`,
  }
  return { id: i + 1, placa, ...truck, busqueda: searchText([placa, truck.marca, truck.modelo, null]) }
}

const dayMs = 86_400_000
const fullName = ({ nombre, apellido }: Person) => `${nombre} ${apellido}`

/** `age` is in days before `newestDay`. */
function rutaRow(id: number, age: number, cliente: Person, chofer: Person): Row {
  const no_ruta = `RUTA-${String(id).padStart(3, '0')}`
  const servicio = random.of(services)
  const openOrDone = age > 0 ? 'Entregado' : random.of(['Pendiente', 'En curso', 'Entregado'])
  return {
    id,
    no_ruta,
    correlativo: id,
    cliente_id: cliente.id,
    servicio,
    mercaderia: random.of(goods),
    camion_id: random.between(1, sizes.camiones),
    combustible: random.between(1000, 5000) / 100,
    origen: random.of(places),
    destino: random.of(places),
    chofer_id: chofer.id,
    ayudante_id: random.happens(0.4) ? random.between(1, sizes.ayudantes) : null,
    fecha: new Date(Date.parse(newestDay) - age * dayMs).toISOString().slice(0, 10),
    hora: `${random.between(5, 18)}:${random.of(['00', '15', '30', '45'])}`,
    precio: random.between(50_000, 900_000) / 100,
    comentario: random.happens(0.2) ? 'Llamar al cliente antes de descargar' : null,
    estado: random.happens(0.03) ? 'Incidente' : openOrDone,
    busqueda: searchText([no_ruta, fullName(cliente), servicio, fullName(chofer)]),
  }
}

/** Yields all rows loaded by COPY. Users, history and totals are derived from them in SQL. */
export function* generateTables(rutas: number, length = 10_000): Generator<TableRows> {
  const clientes = people(sizes.clientes)
  const choferes = people(sizes.choferes)
  yield { table: 'clientes', rows: clientes }
  yield { table: 'ayudantes', rows: people(sizes.ayudantes) }
  yield { table: 'choferes', rows: choferes.map((one) => ({ ...one, tipo_licencia: 'A' })) }
  yield { table: 'camiones', rows: Array.from({ length: sizes.camiones }, (_, i) => camionRow(i)) }
  for (let from = 1; from <= rutas; from += length) {
    const rows = Array.from({ length: Math.min(length, rutas - from + 1) }, (_, i) => {
      // The oldest day is the incomplete one, so that the newest is complete at every size.
      const age = Math.floor((rutas - from - i) / sizes.viajesPorDia)
      return rutaRow(from + i, age, random.of(clientes), random.of(choferes))
    })
    yield { table: 'rutas', rows }
  }
}
