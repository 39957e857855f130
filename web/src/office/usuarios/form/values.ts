import type { Rol } from '@flota/contract/access.ts'
import type { Usuario } from '@flota/contract/usuarios.ts'
import type { Choice } from '../../../form/useCombobox.ts'

/** What the form holds. */
export interface Values {
  username: string
  /** Blank on edit keeps the one there is. */
  password: string
  rol_id: Rol | ''
  estado: Usuario['estado']
  piloto_id: Choice
  permisos: number[]
}

export const newValues: Values = {
  username: '',
  password: '',
  rol_id: '',
  estado: 'activo',
  piloto_id: { id: null, text: '' },
  permisos: [],
}

export const valuesOf = (usuario: Usuario, piloto: Choice): Values => ({
  username: usuario.username,
  password: '',
  rol_id: usuario.rol_nombre,
  estado: usuario.estado,
  piloto_id: piloto,
  permisos: usuario.permisos,
})
