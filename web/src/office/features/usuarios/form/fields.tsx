import type { Usuario, usuarios } from '@flota/contract/account/usuarios.ts'
import { roles } from '@flota/contract/core/access.ts'
import { defaultPermisos, permisosDinero, rolById, rolId } from '@flota/contract/core/permisos.ts'
import { permisosDineroText, permisosText, rolWords } from '@flota/contract/core/permisoWords.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import type { FieldSpec, FieldsOf, InputProps, Value } from '../../../../form/FieldSpec.ts'
import { selectField, textField } from '../../../../form/fields.tsx'
import { recordField } from '../../../../form/recordField.tsx'
import { PasswordField } from '../../../../ui/PasswordField.tsx'
import { usePilotoSearch } from '../usePilotos.ts'
import { PermisoBoxes, PermisosField } from './PermisosField.tsx'

interface PasswordOptions {
  hint: string
  /** Hint if an empty field keeps the current password. */
  blankHint?: string
}

export const passwordField = (
  label: string,
  { hint, blankHint }: PasswordOptions,
): FieldSpec<string, undefined> => ({
  label,
  empty: '',
  secret: true,
  read: () => '',
  send: (typed) => typed,
  format: (typed) => typed,
  // As an attribute `form` would detach the input from its form: Enter would not save.
  Input: ({ form: _form, ...field }) => (
    <PasswordField
      {...field}
      autoComplete="new-password"
      hint={field.required ? hint : (blankHint ?? hint)}
    />
  ),
})

const rolOf = (value: Value | undefined) => rolById(Number(value))
const isPiloto = (value: Value | undefined) => rolOf(value) === 'piloto'

const rolField = selectField('Rol', [
  ['', 'Elige un rol'],
  ...roles.map((each) => [String(rolId[each]), rolWords[each]] as const),
])

/** Choosing a role sets its default permissions; choosing the stored role restores the stored ones. */
function RolInput(field: InputProps<string>) {
  const { name, form } = field
  const choose = (next: string) => {
    const chosen = rolOf(next)
    const stored = next === form.base[name] && form.base.permisos
    const dinero = next === form.base[name] && form.base.permisos_dinero
    form.set({
      [name]: next,
      permisos: stored || (chosen ? defaultPermisos(chosen) : []),
      permisos_dinero: dinero || [],
    })
  }
  return <rolField.Input {...field} onChange={choose} />
}

function PermisosInput({ form, error, hint, ...field }: InputProps<readonly number[]>) {
  const chosen = rolOf(form.values.rol_id)
  if (!chosen) return <p className="text-muted">Elige un rol para ver sus permisos.</p>
  return (
    <PermisosField
      {...field}
      rol={chosen}
      existing={form.values.rol_id === form.base.rol_id}
      hint={error ?? hint}
    />
  )
}

export const permisosField: FieldSpec<readonly number[], number[]> = {
  label: 'Permisos',
  Input: PermisosInput,
  empty: [],
  read: (ids) => ids,
  send: (ids) => ids,
  // As for role usuario, which uses every stored permission.
  format: (ids) => permisosText({ rol_nombre: 'usuario', permisos: [...ids] }),
  className: 'col-span-full',
}

/** Marker value: a form without this field sends nothing, so the server keeps the stored permissions. */
const notShown: readonly number[] = []

export const permisosDineroField: FieldSpec<readonly number[], number[]> = {
  label: 'Dinero',
  Input: ({ value, onChange, error, hint }) => (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">Dinero</legend>
      <PermisoBoxes permisos={permisosDinero} value={value} onChange={onChange} />
      {(error ?? hint) && <p className="text-sm text-danger">{error ?? hint}</p>}
    </fieldset>
  ),
  empty: notShown,
  read: (ids) => ids,
  send: (ids) => (ids === notShown ? undefined : ids),
  format: (ids) => permisosDineroText({ rol_nombre: 'usuario', permisos_dinero: ids }),
  className: 'col-span-full',
}

export const usuarioFields = (pilotoOf: (id: number | null) => string) =>
  ({
    username: textField('Usuario', { input: { autoCapitalize: 'none', spellCheck: false } }),
    password: passwordField('Contraseña', {
      hint: 'Al menos 8 caracteres, y que no sea una contraseña común.',
      blankHint: 'En blanco conserva la actual.',
    }),
    rol_id: {
      ...rolField,
      Input: RolInput,
      read: (id: number) => String(id),
      send: (typed) => typed && Number(typed),
    },
    estado: selectField('Estado', [
      ['activo', 'Activo'],
      ['inactivo', 'Inactivo'],
    ]),
    piloto_id: recordField(
      'Piloto',
      { useSearch: usePilotoSearch },
      ({ piloto_id }: Usuario) => pilotoOf(piloto_id),
      {
        unknownMessage: 'Piloto no encontrado',
        requiredMessage: sentences.pilotoNeeded,
        hint: 'A quién se le asignan las rutas que verá.',
        placeholder: 'Escribe su nombre',
        isPresent: ({ rol_id }) => isPiloto(rol_id),
      },
    ),
    permisos: permisosField,
    permisos_dinero: { ...permisosDineroField, isPresent: ({ rol_id }) => rolOf(rol_id) === 'usuario' },
  }) satisfies FieldsOf<typeof usuarios>
