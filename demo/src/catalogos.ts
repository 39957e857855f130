import { makeUnique } from './availability.ts'
import camiones from './data/camiones.json' with { type: 'json' }
import empresas from './data/empresas.json' with { type: 'json' }
import personas from './data/personas.json' with { type: 'json' }
import { lugaresOf } from './lugares.ts'
import type { Random } from './random.ts'

export type Cliente = ReturnType<typeof makeClientes>[number]
export type Chofer = ReturnType<typeof makeChoferes>[number]
export type Ayudante = ReturnType<typeof makeAyudantes>[number]
export type Camion = ReturnType<typeof makeCamiones>[number]

function aPerson(random: Random, women: number) {
  const woman = random.happens(women)
  const nombre = woman
    ? random.of(personas.mujeres)
    : `${random.of(personas.hombres)} ${random.of(personas.segundos)}`.trim()
  return { nombre, apellido: `${random.of(personas.apellidos)} ${random.of(personas.apellidos)}` }
}

/** Numbers that nobody has: of mobiles or, for companies, landlines too. */
const aTelefono = (random: Random, prefixes = ['5555', '4555', '3555']) =>
  `${random.of(prefixes)}-${random.between(1000, 9999)}`

function aCompany(random: Random) {
  const { word, lugares, servicios, mercaderias } = random.of(empresas.negocios)
  const ending = random.of(empresas.terminaciones)
  const apellido = `${random.of(empresas.nombres)}${ending === 'S.A.' ? ',' : ''} ${ending}`
  return { nombre: word, apellido, lugar: random.of(lugaresOf(lugares)), servicios, mercaderias }
}

const aPrivateClient = (random: Random) => ({
  ...aPerson(random, 0.5),
  lugar: random.of(lugaresOf(['cercanos', 'cabeceras'])),
  servicios: [random.of(empresas.particulares), random.of(empresas.particulares)],
  mercaderias: undefined,
})

/** `n` clients, more companies than people; a fifth of them came later. The last two are no clients any more. */
export const makeClientes = (random: Random, today: number, n: number) =>
  makeUnique(n + 2, (i) => {
    const company = i < 2 || random.happens(0.62)
    return {
      /** `lugar` is the other end of most of its trips; `mercaderias` what it sends, if not what everybody does. */
      ...(company ? aCompany(random) : aPrivateClient(random)),
      isCompany: company,
      telefono: aTelefono(random, company ? ['2255', '7755', '5555'] : undefined),
      /** How much it orders (a few order most of it), and what it pays of the usual price. */
      weight: (company ? 1 : 0.25) / (1 + (i % 40) * 0.35),
      factor: 0.92 + random.next() * 0.16,
      ...(i > 4 && random.happens(0.2) && { first: today - random.between(30, 690) }),
      ...(i >= n && { last: today - random.between(60, 300), gone: true }),
    }
  })

/** Licences to look after, in days from today: two have expired, four expire within the month. */
const expiryOffsetsDays = [-24, -3, 4, 11, 19, 28]

/** `n` pilots and one who left. Who has no licence drives no more. */
export const makeChoferes = (random: Random, today: number, n: number) =>
  makeUnique(n + 1, (i) => {
    // The first two have users and have to be there; small companies have fewer licences to look after.
    const expiryOffsetDays = i >= 3 && i % 2 === 1 && i < n ? expiryOffsetsDays[(i - 3) / 2] : undefined
    const vencimiento = today + (expiryOffsetDays ?? random.between(60, 1600))
    return {
      ...aPerson(random, 0.04),
      telefono: aTelefono(random),
      // Only the last of each ten drives nothing but panels.
      tipo_licencia: i % 10 === 9 ? 'B' : 'A',
      vencimiento,
      ...(i > 5 && random.happens(0.15) && { first: today - random.between(40, 600) }),
      ...(vencimiento < today && { last: vencimiento }),
      ...(i === n && { last: today - 140, gone: true }),
    }
  })

export const makeAyudantes = (random: Random, today: number, n: number) =>
  makeUnique(n + 1, (i) => ({
    ...aPerson(random, 0),
    telefono: aTelefono(random),
    ...(i === n && { last: today - 75, gone: true }),
  }))

// Plates of Guatemala have no vowels.
const letters = 'BCDFGHJKLMNPQRSTVWXYZ'.split('')

interface TruckFigures {
  /** Kilometres that it drives with a gallon. */
  rendimiento: number
  /** Factors of workshop costs and of prices. */
  taller: number
  tarifa: number
  /** Quetzales for a toll gate there and back. */
  peaje: number
}
const figuresByTipo = new Map(Object.entries<TruckFigures>(camiones.tipos))

/** Truck that is in the workshop today. */
export const workshopCamionId = 4

export const makeCamiones = (random: Random, today: number, n: number) =>
  makeUnique(n + 1, (i) => {
    const kind = camiones.flota[i % camiones.flota.length]
    const model = random.of(camiones.modelos.filter(({ tipo }) => tipo === kind))
    const figures = figuresByTipo.get(model.tipo)
    if (!figures) throw new Error(`no figures of trucks of type ${model.tipo}`)
    const digits = String(random.between(0, 999)).padStart(3, '0')
    return {
      ...model,
      ...figures,
      placa: `C-${digits}${random.of(letters)}${random.of(letters)}${random.of(letters)}`,
      color: random.of(camiones.colores),
      tarjeta_circulacion: `TC-${random.between(100_000, 999_999)}`,
      rendimiento: figures.rendimiento * (0.92 + random.next() * 0.16),
      kilometraje: random.between(15_000, 260_000),
      ...(i > 7 && random.happens(0.15) && { first: today - random.between(40, 600) }),
      ...(i + 1 === workshopCamionId && { last: today - 2 }),
      ...(i === n && { last: today - 200, gone: true }),
    }
  })
