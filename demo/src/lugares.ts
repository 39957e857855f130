/** A place on the road that leads to it from the capital. */
interface Lugar {
  nombre: string
  via: string
  /** The next place towards the capital, and the kilometres to it. */
  desde: string | null
  km: number
  /** Kilometres from the capital, as the milestones count them. */
  kilometro: number
}

const occidente = 'CA-1 Occidente'
const oriente = 'CA-1 Oriente'
const sur = 'CA-9 Sur'
const atlantico = 'CA-9 Norte'
const costa = 'CA-2 Occidente'
const ciudad = 'la ciudad'

/** Name, road, the place before, and the kilometres from there: a tree whose root is the capital. */
const tree: [string, string, string, number][] = [
  ['Guatemala, zona 4', ciudad, 'Guatemala', 3],
  ['Guatemala, zona 11', ciudad, 'Guatemala', 7],
  ['Guatemala, zona 12', ciudad, 'Guatemala', 8],
  ['Guatemala, zona 13', ciudad, 'Guatemala', 8],
  ['Guatemala, zona 17', ciudad, 'Guatemala', 9],
  ['Guatemala, zona 18', ciudad, 'Guatemala', 10],
  ['Santa Catarina Pinula', 'la carretera a El Salvador', 'Guatemala', 10],
  ['Mixco', occidente, 'Guatemala', 15],
  ['San Lucas Sacatepéquez', occidente, 'Mixco', 13],
  ['Antigua Guatemala', 'RN-10', 'San Lucas Sacatepéquez', 17],
  ['Chimaltenango', occidente, 'San Lucas Sacatepéquez', 26],
  ['Tecpán Guatemala', occidente, 'Chimaltenango', 34],
  ['Sololá', occidente, 'Tecpán Guatemala', 52],
  ['Santa Cruz del Quiché', 'RN-15', 'Tecpán Guatemala', 75],
  ['Totonicapán', occidente, 'Tecpán Guatemala', 111],
  ['Quetzaltenango', occidente, 'Tecpán Guatemala', 113],
  ['San Marcos', 'RN-1', 'Quetzaltenango', 49],
  ['Huehuetenango', occidente, 'Tecpán Guatemala', 176],
  ['La Mesilla', occidente, 'Huehuetenango', 78],
  ['Villa Nueva', sur, 'Guatemala', 16],
  ['Amatitlán', sur, 'Villa Nueva', 12],
  ['Palín', sur, 'Amatitlán', 12],
  ['Escuintla', sur, 'Palín', 18],
  ['Puerto Quetzal', sur, 'Escuintla', 45],
  ['Tiquisate', 'RN-11', 'Santa Lucía Cotzumalguapa', 57],
  ['Santa Lucía Cotzumalguapa', costa, 'Escuintla', 32],
  ['Mazatenango', costa, 'Santa Lucía Cotzumalguapa', 70],
  ['Retalhuleu', costa, 'Mazatenango', 28],
  ['Coatepeque', costa, 'Retalhuleu', 34],
  ['Tecún Umán', costa, 'Coatepeque', 32],
  ['Taxisco', 'CA-2 Oriente', 'Escuintla', 49],
  ['Barberena', oriente, 'Santa Catarina Pinula', 44],
  ['Cuilapa', oriente, 'Barberena', 9],
  ['Jutiapa', oriente, 'Cuilapa', 55],
  ['Asunción Mita', oriente, 'Jutiapa', 28],
  ['Sanarate', atlantico, 'Guatemala, zona 18', 46],
  ['Jalapa', 'RN-19', 'Sanarate', 47],
  ['Guastatoya', atlantico, 'Sanarate', 18],
  ['Salamá', 'CA-14', 'Guastatoya', 76],
  ['Cobán', 'CA-14', 'Guastatoya', 140],
  ['Teculután', atlantico, 'Guastatoya', 47],
  ['Zacapa', 'CA-10', 'Teculután', 27],
  ['Chiquimula', 'CA-10', 'Zacapa', 22],
  ['Esquipulas', 'CA-10', 'Chiquimula', 53],
  ['Los Amates', atlantico, 'Teculután', 79],
  ['Morales', atlantico, 'Los Amates', 45],
  ['Puerto Barrios', atlantico, 'Morales', 51],
  ['Santo Tomás de Castilla', atlantico, 'Morales', 50],
  ['Río Dulce', 'CA-13', 'Morales', 34],
  ['Poptún', 'CA-13', 'Río Dulce', 97],
  ['Flores', 'CA-13', 'Poptún', 112],
]

const capital: Lugar = { nombre: 'Guatemala', via: ciudad, desde: null, km: 0, kilometro: 0 }
const lugares = new Map<string, Lugar>([[capital.nombre, capital]])
for (const [nombre, via, desde, km] of tree) lugares.set(nombre, { nombre, via, desde, km, kilometro: 0 })

/** @throws when the map does not have it: a mistake of ours */
export function findLugar(nombre: string): Lugar {
  const lugar = lugares.get(nombre)
  if (!lugar) throw new Error(`there is no ${nombre} on the map`)
  return lugar
}

/** The place itself first, the capital last. */
const wayHome = (nombre: string): Lugar[] => {
  const lugar = findLugar(nombre)
  return lugar.desde === null ? [lugar] : [lugar, ...wayHome(lugar.desde)]
}

for (const lugar of lugares.values()) {
  lugar.kilometro = wayHome(lugar.nombre).reduce((sum, { km }) => sum + km, 0)
}

const known = new Map<string, number>()

/** Kilometres by road; within one town a short drive. */
export function distance(origen: string, destino: string): number {
  const key = `${origen}→${destino}`
  const found = known.get(key) ?? measure(origen, destino)
  known.set(key, found)
  return found
}

function measure(origen: string, destino: string): number {
  if (origen === destino) return 6
  const back = wayHome(destino)
  const meeting = wayHome(origen).find((lugar) => back.includes(lugar)) ?? capital
  return findLugar(origen).kilometro + findLugar(destino).kilometro - 2 * meeting.kilometro
}

export const zonas = [...lugares.keys()].filter((nombre) => nombre.startsWith('Guatemala,'))
export const cercanos = [...zonas, 'Mixco', 'Villa Nueva', 'Amatitlán', 'Santa Catarina Pinula', 'Palín']
export const cabeceras = [
  'Chimaltenango',
  'Sololá',
  'Santa Cruz del Quiché',
  'Totonicapán',
  'Quetzaltenango',
  'San Marcos',
  'Huehuetenango',
  'Escuintla',
  'Mazatenango',
  'Retalhuleu',
  'Coatepeque',
  'Jutiapa',
  'Jalapa',
  'Salamá',
  'Cobán',
  'Zacapa',
  'Chiquimula',
  'Esquipulas',
  'Puerto Barrios',
  'Antigua Guatemala',
  'Cuilapa',
  'Flores',
]
