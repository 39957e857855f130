import type { Rol } from '@flota/contract/core/access.ts'
import { defaultPermisos, permisos } from '@flota/contract/core/permisos.ts'
import { normalize } from '@flota/server/platform/db/search.ts'
import type { Chofer } from './catalogos.ts'
import { type Demo, pilotsWithUser } from './company.ts'
import data from './data/usuarios.json' with { type: 'json' }

export type DemoUsuario = ReturnType<typeof makeUsuarios>[number]

/** Who types trips, and who may delete them. */
export const clerkIds = [2, 2, 2, 3]
export const chiefId = 3

const permisoIdsOf = (granted: readonly string[]) =>
  permisos.filter((one) => granted.includes(one.nombre_permiso)).map(({ id }) => id)

/** What most users share. */
const office = {
  kind: 'activo',
  rol: 'usuario' as Rol,
  permisos: [] as readonly number[],
  permisos_dinero: [] as readonly number[],
  chofer: undefined as Chofer | undefined,
}

type DemoAccount = typeof office & { username: string; who: string }

const usernameOf = ({ nombre, apellido }: Chofer) =>
  normalize(`${nombre.split(' ')[0] ?? ''}.${apellido.replace('de León', 'deleon').split(' ')[0] ?? ''}`)

/** Users of every kind, with passwords that are the same at every run: a demonstration has no secrets. */
export function makeUsuarios(demo: Demo) {
  const random = demo.random('claves')
  const password = () => `${random.of(data.palabras)}-${random.of(data.palabras)}-${random.between(20, 99)}`
  const staff = data.oficina.map(({ admin, granted, ...one }): DemoAccount => {
    const ids = permisoIdsOf(admin ? permisos.map(({ nombre_permiso }) => nombre_permiso) : granted)
    return { ...office, ...one, rol: admin ? 'administrador' : 'usuario', permisos: ids }
  })
  const usedUsernames = new Set<string>()
  const pilots = demo.choferes
    // The last one has left; deleting a pilot deactivates the user.
    .filter(({ gone }, i) => gone || i < pilotsWithUser)
    .map((chofer, i): DemoAccount => {
      const name = usernameOf(chofer)
      const username = usedUsernames.has(name) ? `${name}${i + 1}` : name
      usedUsernames.add(username)
      const kind = chofer.gone ? 'inactivo' : 'activo'
      const who = `Piloto: ${tripsToday(demo, chofer)}`
      const granted = defaultPermisos('piloto')
      return { ...office, username, who, kind, rol: 'piloto', permisos: granted, chofer }
    })
  const { granted, ...program } = data.programa
  // After all others, whose passwords stay as they were.
  const last: DemoAccount[] = [
    { ...office, ...data.caja },
    { ...office, ...program, permisos: permisoIdsOf(granted) },
  ]
  return [...staff, ...pilots, ...last].map((one, i) => ({ id: i + 1, password: password(), ...one }))
}

function tripsToday({ viajes, today }: Demo, chofer: Chofer): string {
  const n = viajes.filter((viaje) => viaje.chofer === chofer && viaje.day === today).length
  return n === 0 ? 'hoy sin viajes' : n === 1 ? 'hoy con un viaje' : `hoy con ${n} viajes`
}

export function formatUsuarios(usuarios: readonly DemoUsuario[]): string {
  const rows = usuarios
    .filter(({ kind }) => kind === 'activo')
    .map(({ username, password, who }) => `  ${username.padEnd(20)}${password.padEnd(24)}${who}`)
  return ['  Usuario             Contraseña              Para probar como', ...rows].join('\n')
}
