import type { papeleraTipos } from '@flota/contract/papelera.ts'
import {
  HandHelping,
  IdCard,
  type LucideIcon,
  Route,
  Truck,
  UserRound,
  UsersRound,
  Wrench,
} from 'lucide-react'

type Tipo = (typeof papeleraTipos)[number]

interface Words {
  label: string
  Icon: LucideIcon
  /** In a question, before the record's name. */
  asked: string
  /** What a restored one needs to know. */
  after?: string
}

/** What lies in the bin, as the office calls it. */
export const tipos: Record<Tipo, Words> = {
  choferes: { label: 'Piloto', Icon: IdCard, asked: 'al piloto' },
  ayudantes: { label: 'Ayudante', Icon: HandHelping, asked: 'al ayudante' },
  clientes: { label: 'Cliente', Icon: UsersRound, asked: 'al cliente' },
  camiones: { label: 'Camión', Icon: Truck, asked: 'el camión' },
  rutas: { label: 'Ruta', Icon: Route, asked: 'la ruta' },
  mantenimientos: { label: 'Mantenimiento', Icon: Wrench, asked: 'el mantenimiento del camión' },
  usuarios: {
    label: 'Usuario',
    Icon: UserRound,
    asked: 'al usuario',
    after: 'Quedará inactivo hasta que lo actives en Usuarios.',
  },
}
