import { defaultPermisos, type Permiso, permisos, type Rol } from '@flota/contract/access.ts'
import { normalize } from '@flota/server/db/search.ts'
import { dayOfMinute } from './calendar.ts'
import type { Demo } from './company.ts'
import { type Chofer, pilotsWithUser } from './personal.ts'
import { createRandom } from './random.ts'

export interface Usuario {
  id: number
  username: string
  password: string
  rol: Rol
  permisos: number[]
  chofer: Chofer | null
  /** What it is there for, for whoever tries the program out. */
  who: string
  kind: 'activo' | 'inactivo' | 'papelera'
}

type OfficeUser = [username: string, who: string, granted: 'all' | Permiso[], kind?: Usuario['kind']]

const office: OfficeUser[] = [
  ['admin', 'Administrador: todo, también usuarios y papelera', 'all'],
  ['lucia.morales', 'Oficina: ingresa y corrige rutas', ['crear_rutas', 'ver_rutas', 'editar_rutas']],
  [
    'edgar.batz',
    'Jefe de operaciones: todo menos usuarios',
    ['gestionar_catalogos', 'generar_reportes', 'crear_rutas', 'ver_rutas', 'editar_rutas', 'eliminar_rutas'],
  ],
  ['brenda.castillo', 'Oficina: catálogos y mantenimientos', ['gestionar_catalogos']],
  ['oscar.paz', 'Contabilidad: solo reportes', ['generar_reportes']],
  ['silvia.reyes', 'Atención a clientes: solo ver rutas', ['ver_rutas']],
  ['gerencia', 'Administrador: el dueño', 'all'],
  ['karla.ixcoy', 'Oficina: sin permisos todavía', []],
  ['nery.coj', 'Oficina: cuenta desactivada', ['ver_rutas', 'crear_rutas'], 'inactivo'],
  ['practicante', 'Oficina: cuenta en la papelera', ['ver_rutas'], 'papelera'],
]

/** Who types trips, and who may delete them. */
export const clerks = [2, 2, 2, 3]
export const chief = 3

const words =
  'ceiba,quetzal,volcan,laguna,jade,maiz,pino,jaguar,puente,camino,tambor,marimba,canela,cacao,pacaya,izote,colibri,barranco'.split(
    ',',
  )

const usernameOf = ({ nombre, apellido }: Chofer) =>
  normalize(`${nombre.split(' ')[0] ?? ''}.${apellido.replace('de León', 'deleon').split(' ')[0] ?? ''}`)

/** Users of every kind, with passwords that are the same at every run: a demonstration has no secrets. */
export function makeUsuarios(seed: number, { choferes, viajes, moment }: Demo): Usuario[] {
  const random = createRandom(seed, 'claves')
  const password = () => `${random.of(words)}-${random.of(words)}-${random.between(20, 99)}`
  const idOf = (name: Permiso) => permisos.find((one) => one.nombre_permiso === name)?.id ?? 0
  const staff = office.map(([username, who, granted, kind = 'activo'], i): Usuario => {
    const all = granted === 'all'
    const ids = all ? defaultPermisos('administrador') : granted.map(idOf).sort((a, b) => a - b)
    const rol = all ? 'administrador' : 'usuario'
    return { id: i + 1, username, password: password(), rol, permisos: ids, chofer: null, who, kind }
  })
  const tripsOf = (chofer: Chofer) => {
    const n = viajes.filter((v) => v.chofer === chofer && v.day === dayOfMinute(moment)).length
    return n === 0 ? 'hoy sin viajes' : n === 1 ? 'hoy con un viaje' : `hoy con ${n} viajes`
  }
  const taken = new Set<string>()
  const pilots = choferes
    .filter((_, i) => i < pilotsWithUser || i === choferes.length - 1)
    .map((chofer, i): Usuario => {
      const name = usernameOf(chofer)
      const username = taken.has(name) ? `${name}${i + 1}` : name
      taken.add(username)
      return {
        id: office.length + i + 1,
        username,
        password: password(),
        rol: 'piloto',
        permisos: defaultPermisos('piloto'),
        chofer,
        who: `Piloto: ${tripsOf(chofer)}`,
        // The last one left; deleting a pilot deactivates the user.
        kind: i === Math.min(pilotsWithUser, choferes.length - 1) ? 'inactivo' : 'activo',
      }
    })
  return [...staff, ...pilots]
}

/** The block that is printed: who can log in, with what. */
export function usuariosBlock(usuarios: readonly Usuario[]): string {
  const rows = usuarios
    .filter(({ kind }) => kind === 'activo')
    .map(({ username, password, who }) => `  ${username.padEnd(20)}${password.padEnd(24)}${who}`)
  return ['  Usuario             Contraseña              Para probar como', ...rows].join('\n')
}
