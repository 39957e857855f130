import { cabeceras, cercanos, zonas } from './lugares.ts'
import { aPerson, aTelefono, type Nombre, nobodyElse } from './nombres.ts'
import type { Random } from './random.ts'
import type { ServicioName } from './servicios.ts'
import type { Working } from './working.ts'

export interface Cliente extends Nombre, Working {
  telefono: string
  /** Where it stands: the other end of most of its trips. */
  lugar: string
  servicios: readonly ServicioName[]
  /** What it sends or gets, where that is not what the service carries for everybody. */
  mercaderias: readonly string[] | undefined
  /** How much it orders, and what it pays of the usual price. */
  weight: number
  factor: number
}

interface Business {
  word: string
  lugares: readonly string[]
  servicios: readonly ServicioName[]
  mercaderias?: readonly string[]
}

const fincas = ['Cobán', 'Coatepeque', 'Huehuetenango', 'Barberena', 'Antigua Guatemala', 'San Marcos']
const ingenios = ['Santa Lucía Cotzumalguapa', 'Escuintla', 'Tiquisate', 'Retalhuleu']
const fabricas = ['Mixco', 'Villa Nueva', 'Amatitlán', 'Guatemala, zona 12', 'Guatemala, zona 18']

const businesses: Business[] = [
  { word: 'Ingenio', lugares: ingenios, servicios: ['azucar', 'azucar', 'fertilizante'] },
  { word: 'Distribuidora', lugares: zonas, servicios: ['distribucion', 'distribucion', 'local'] },
  { word: 'Importadora', lugares: [...zonas, 'Mixco'], servicios: ['importacion', 'importacion', 'local'] },
  { word: 'Ferretería', lugares: cabeceras, servicios: ['construccion'] },
  { word: 'Constructora', lugares: [...cercanos, 'Quetzaltenango', 'Cobán'], servicios: ['construccion'] },
  {
    word: 'Agroexportadora',
    lugares: ['Chimaltenango', 'Tecpán Guatemala', 'Zacapa', 'Morales', 'Los Amates'],
    servicios: ['exportacion', 'exportacion', 'fertilizante'],
    mercaderias: ['Verduras para exportación', 'Fruta fresca', 'Ajonjolí', 'Hule natural', 'Cardamomo'],
  },
  {
    word: 'Beneficio',
    lugares: fincas,
    servicios: ['exportacion', 'fertilizante'],
    mercaderias: ['Café oro', 'Café pergamino'],
  },
  {
    word: 'Textiles',
    lugares: fabricas,
    servicios: ['exportacion', 'importacion', 'local'],
    mercaderias: ['Prendas de vestir', 'Tela en rollos', 'Hilo'],
  },
  { word: 'Alimentos', lugares: cabeceras, servicios: ['refrigerada'] },
  { word: 'Supermercados', lugares: [...zonas, ...cabeceras], servicios: ['refrigerada', 'local'] },
  { word: 'Molinos', lugares: ['Guatemala, zona 12', 'Quetzaltenango', 'Escuintla'], servicios: ['granos'] },
  { word: 'Droguería', lugares: zonas, servicios: ['encomienda', 'encomienda', 'local'] },
  {
    word: 'Papelera',
    lugares: fabricas,
    servicios: ['importacion', 'local'],
    mercaderias: ['Papel en bobinas', 'Cartón corrugado'],
  },
  {
    word: 'Plásticos',
    lugares: fabricas,
    servicios: ['importacion', 'distribucion', 'local'],
    mercaderias: ['Resina plástica', 'Envases plásticos'],
  },
]

const names =
  'El Quetzal,La Ceiba,Santa Elena,San Rafael,Las Verapaces,El Trébol,La Montaña,Los Altos,El Pacífico,La Bendición,San Judas,El Roble,Monte Verde,La Esperanza,Del Valle,El Progreso,Río Grande,Santa Rita,El Amanecer,La Joya,Tikal,Ixchel,Kaminal,El Volcán,La Antigüeña,Tres Ríos,Buena Vista,El Palmar,Cuatro Caminos,Nueva Era,Atitlán,Las Rosas,El Encinal,San Cristóbal,La Fragua'
const endings = ['S.A.', 'S.A.', 'S.A.', 'y Cía. Ltda.', 'Hermanos', 'del Sur, S.A.', 'de Occidente, S.A.']
const companyNames = names.split(',')

type Drawn = Pick<Cliente, 'nombre' | 'apellido' | 'lugar' | 'servicios' | 'mercaderias'>

const aCompany = (random: Random): Drawn => {
  const { word, lugares, servicios, mercaderias } = random.of(businesses)
  const ending = random.of(endings)
  const comma = ending === 'S.A.' ? ', ' : ' '
  const apellido = `${random.of(companyNames)}${comma}${ending}`
  return { nombre: word, apellido, lugar: random.of(lugares), servicios, mercaderias }
}

const ofPeople: readonly ServicioName[] = ['local', 'mudanza', 'encomienda', 'granos', 'construccion']

const aPrivate = (random: Random): Drawn => ({
  ...aPerson(random, 0.5),
  lugar: random.of([...cercanos, ...cabeceras]),
  servicios: [random.of(ofPeople), random.of(ofPeople)],
  mercaderias: undefined,
})

/** `n` clients, more companies than people; a fifth of them came later. The last two are no clients any more. */
export function makeClientes(random: Random, today: number, n: number): Cliente[] {
  const taken = new Set<string>()
  return Array.from({ length: n + 2 }, (_, i) => {
    const company = i < 2 || random.happens(0.62)
    let drawn = aCompany(random)
    nobodyElse(taken, () => {
      drawn = company ? aCompany(random) : aPrivate(random)
      return drawn
    })
    return {
      ...drawn,
      id: i + 1,
      telefono: aTelefono(random, company ? random.of(['2255', '7755', '5555']) : undefined),
      // A few order most of it.
      weight: (company ? 1 : 0.25) / (1 + (i % 40) * 0.35),
      factor: 0.92 + random.next() * 0.16,
      first: i > 4 && random.happens(0.2) ? today - random.between(30, 690) : 0,
      last: i < n ? Number.POSITIVE_INFINITY : today - random.between(60, 300),
      free: 0,
    }
  })
}
