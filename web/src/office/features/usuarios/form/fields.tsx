import { roles } from '@flota/contract/access.ts'
import { defaultPermisos, rolById, rolId } from '@flota/contract/permisos.ts'
import { sentences } from '@flota/contract/sentences.ts'
import type { Usuario, usuarios } from '@flota/contract/usuarios.ts'
import type { FieldSpec, FieldsOf, InputProps, Value } from '../../../../form/FieldSpec.ts'
import { select, typedText } from '../../../../form/fields.tsx'
import { choice } from '../../../../form/recordField.tsx'
import { permisosDineroText, permisosText, rolWords } from '../permisos.ts'
import { usePilotoSearch } from '../usePilotos.ts'
import { PermisosDineroField } from './PermisosDineroField.tsx'
import { PermisosField } from './PermisosField.tsx'
import { password } from './passwordField.tsx'

const rolOf = (value: Value | undefined) => rolById(Number(value))
const isPiloto = (value: Value | undefined) => rolOf(value) === 'piloto'

const rol = select('Rol', [
  ['', 'Elige un rol'],
  ...roles.map((each) => [String(rolId[each]), rolWords[each]] as const),
])

/** A role brings its permissions; the stored role brings back the stored ones. */
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
  return <rol.Input {...field} onChange={choose} />
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
  // For a usuario every stored permission counts.
  shown: (ids) => permisosText({ rol_nombre: 'usuario', permisos: [...ids] }),
  className: 'col-span-full',
}

/** Of a form that does not show them: they stay as they are. */
const unsaid: readonly number[] = []

export const permisosDineroField: FieldSpec<readonly number[], number[]> = {
  label: 'Dinero',
  Input: ({ error, hint, ...field }) => <PermisosDineroField {...field} hint={error ?? hint} />,
  empty: unsaid,
  read: (ids) => ids,
  send: (ids) => (ids === unsaid ? undefined : ids),
  shown: (ids) => permisosDineroText(ids),
  className: 'col-span-full',
}

/** `pilotoOf` names a pilot by id, from the list of pilots. */
export const fieldsWith = (pilotoOf: (id: number | null) => string) =>
  ({
    username: typedText('Usuario', { input: { autoCapitalize: 'none', spellCheck: false } }),
    password: password('Contraseña', {
      hint: 'Al menos 8 caracteres, y que no sea una contraseña común.',
      blankHint: 'En blanco conserva la actual.',
    }),
    rol_id: {
      ...rol,
      Input: RolInput,
      read: (id: number) => String(id),
      send: (typed) => typed && Number(typed),
    },
    estado: select('Estado', [
      ['activo', 'Activo'],
      ['inactivo', 'Inactivo'],
    ]),
    piloto_id: choice(
      'Piloto',
      { useSearch: usePilotoSearch },
      ({ piloto_id }: Usuario) => pilotoOf(piloto_id),
      {
        unknown: 'Piloto no encontrado',
        needed: sentences.pilotoNeeded,
        hint: 'A quién se le asignan las rutas que verá.',
        placeholder: 'Escribe su nombre',
        // Which role needs a pilot is a rule outside the schema.
        when: ({ rol_id }) => isPiloto(rol_id),
      },
    ),
    permisos: permisosField,
    // They count for a usuario alone.
    permisos_dinero: { ...permisosDineroField, when: ({ rol_id }) => rolOf(rol_id) === 'usuario' },
  }) satisfies FieldsOf<typeof usuarios>
