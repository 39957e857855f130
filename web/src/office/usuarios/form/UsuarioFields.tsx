import { defaultPermisos, type Rol, roles } from '@flota/contract/access.ts'
import type { Usuario } from '@flota/contract/usuarios.ts'
import type { ReactNode } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { Combobox } from '../../../form/Combobox.tsx'
import { Field, inputClass, otherWrote } from '../../../ui/Field.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { PermisosField } from '../PermisosField.tsx'
import { isRol, rolWords } from '../text.ts'
import { usePilotoSearch } from '../usePilotos.ts'
import type { Values } from './values.ts'

interface Props<B> {
  form: UseFormReturn<Values, unknown, B>
  /** Null for a new user. */
  stored: Usuario | null
  /** What somebody else has written meanwhile. */
  others: Partial<Values>
}

export function UsuarioFields<B>({ form, stored, others }: Props<B>) {
  const { control, formState } = form
  const password = useController({ name: 'password', control }).field
  const rol = useController({ name: 'rol_id', control }).field
  const piloto = useController({ name: 'piloto_id', control }).field
  const permisos = useController({ name: 'permisos', control }).field
  const errorOf = (campo: keyof Values) => form.getFieldState(campo, formState).error?.message

  /** A role brings its permissions; back at the stored one they are those that were stored. */
  const chooseRol = (next: Rol | '') => {
    rol.onChange(next)
    permisos.onChange(next === stored?.rol_nombre ? stored.permisos : next ? defaultPermisos(next) : [])
  }
  return (
    <>
      <Field label="Usuario" error={errorOf('username')} hint={otherWrote(others.username)} required>
        {(field) => (
          <input
            {...field}
            {...form.register('username')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className={inputClass}
          />
        )}
      </Field>
      <PasswordField
        {...password}
        label="Contraseña"
        optional={stored !== null}
        autoComplete="new-password"
        hint={
          stored
            ? 'En blanco conserva la actual.'
            : 'Al menos 8 caracteres, y que no sea una contraseña común.'
        }
        error={errorOf('password')}
      />
      <RolField
        value={rol.value}
        onChange={chooseRol}
        error={errorOf('rol_id')}
        hint={otherWrote(others.rol_id && rolWords[others.rol_id])}
      />
      <Field label="Estado" error={errorOf('estado')} hint={otherWrote(others.estado)} required>
        {(field) => (
          <select {...field} {...form.register('estado')} className={inputClass}>
            <option value="activo">Activo</option>
            <option value="inactivo">Inactivo</option>
          </select>
        )}
      </Field>
      {rol.value === 'piloto' && (
        <Combobox
          {...piloto}
          label="Piloto"
          useSearch={usePilotoSearch}
          error={errorOf('piloto_id')}
          hint={otherWrote(others.piloto_id?.text) || 'A quién se le asignan las rutas que verá.'}
          placeholder="Escribe su nombre"
          required
        />
      )}
      {rol.value ? (
        <PermisosField
          rol={rol.value}
          existing={rol.value === stored?.rol_nombre}
          value={permisos.value}
          onChange={permisos.onChange}
          hint={errorOf('permisos') ?? (others.permisos && 'Otro usuario cambió también los permisos.')}
        />
      ) : (
        <p className="text-muted md:col-span-2">Elige un rol para ver sus permisos.</p>
      )}
    </>
  )
}

interface RolProps {
  value: Rol | ''
  onChange: (rol: Rol | '') => void
  error: string | undefined
  hint: ReactNode
}

function RolField({ value, onChange, error, hint }: RolProps) {
  return (
    <Field label="Rol" error={error} hint={hint} required>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={({ target }) => onChange(isRol(target.value) ? target.value : '')}
          className={inputClass}
        >
          <option value="">Elige un rol</option>
          {roles.map((rol) => (
            <option key={rol} value={rol}>
              {rolWords[rol]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
