import { formatDuracion } from '@flota/contract/core/fieldFormat.ts'
import { codigoWords, modoWords } from '@flota/contract/records/campos.ts'
import {
  type Codigo,
  codigos,
  exigenciaWords,
  horaEs,
  type Modo,
  regimenIsrWords,
} from '@flota/contract/records/codigos.ts'
import type { Ajustes, AjustesChanges } from '@flota/contract/system/ajustes.ts'
import { useId } from 'react'
import type { FieldSpec, FieldsFor, InputProps } from '../../../../form/FieldSpec.ts'
import { dateField, numberField, selectField, TextInput, textField } from '../../../../form/fields.tsx'
import { inputClass } from '../../../../ui/Field.tsx'
import { yesNoField } from '../../../shared/form/yesNoField.ts'
import { logoField } from './logoField.tsx'

function ModoInput({ name, label, value, onChange, hint }: InputProps<string>) {
  const id = useId()
  return (
    <div className="grid items-center gap-x-6 gap-y-1 border-t border-line pt-2 sm:grid-cols-[minmax(0,1fr)_13rem]">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        value={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ target }) => onChange(target.value)}
        className={inputClass}
      >
        {Object.entries(modoWords).map(([modo, word]) => (
          <option key={modo} value={modo}>
            {word}
          </option>
        ))}
      </select>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

const modoField = (codigo: Codigo): FieldSpec<string, Modo> => ({
  ...selectField(codigoWords[codigo], Object.entries(modoWords), { className: 'col-span-full md:max-w-3xl' }),
  Input: ModoInput,
})

const horaWords: Record<(typeof horaEs)[number], [label: string, about: string]> = {
  salida: ['La de salida', 'El viaje ocupa el camión desde esa hora.'],
  llegada: ['La de llegada', 'El viaje ocupa el camión hasta esa hora.'],
}

function HoraEsInput({ name, label, value, onChange, hint }: InputProps<string>) {
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2">
      <legend className="mb-1 font-semibold">{label}</legend>
      {horaEs.map((each) => {
        const [text, about] = horaWords[each]
        return (
          <label
            key={each}
            className="grid min-h-11 cursor-pointer grid-cols-[auto_1fr] items-center gap-x-2.5 rounded-ui border border-line p-2 has-checked:border-link has-checked:bg-sunken"
          >
            <input
              type="radio"
              name={name}
              value={each}
              checked={value === each}
              onChange={() => onChange(each)}
              className="size-4 accent-link"
            />
            <span className="font-semibold">{text}</span>
            <span className="col-start-2 text-sm text-muted">{about}</span>
          </label>
        )
      })}
      {hint && <p className="text-sm text-muted">{hint}</p>}
    </fieldset>
  )
}

const minutesField = numberField('Duración de un viaje (minutos)', { inputMode: 'numeric' })

/** Shows the minutes as hours too. */
function DuracionInput(field: InputProps<string>) {
  const typed = Number(field.value || '480')
  const hint = Number.isInteger(typed) && typed > 0 && formatDuracion(typed)
  return <TextInput field={{ ...field, hint: field.hint || hint }} input={{ inputMode: 'numeric' }} />
}

type AjustesFields = Omit<FieldsFor<Omit<AjustesChanges, 'version'>, Ajustes>, 'modos'> &
  Record<Codigo, FieldSpec<string, Modo>>

/** Each mode is a field, so that an edit conflict shows them one by one. */
export const ajustesFields = {
  nombre: {
    ...textField('Nombre de la empresa', { className: 'md:col-span-2' }),
    heading: { title: 'La empresa', note: 'Sale en el menú, al entrar, en los correos y en cada papel.' },
  },
  nit: textField('NIT'),
  telefono: textField('Teléfono', { input: { type: 'tel' } }),
  direccion: textField('Dirección', { className: 'md:col-span-2' }),
  logo: logoField,
  papel: selectField('Papel del reporte en PDF', [
    ['a4', 'A4'],
    ['carta', 'Carta'],
  ]),
  precios_incluyen_iva: yesNoField('Los precios incluyen IVA'),
  hora_es: {
    ...selectField(
      'La hora que se escribe en una ruta es',
      horaEs.map((each) => [each, horaWords[each][0]] as const),
      { className: 'md:col-span-2' },
    ),
    Input: HoraEsInput,
    heading: {
      title: 'Cuánto ocupa un viaje',
      note: 'De esto depende qué viajes se traslapan. Un cambio vale también para las rutas pendientes y en curso.',
    },
  },
  duracion_viaje_min: { ...minutesField, Input: DuracionInput },
  CAMION_OCUPADO: {
    ...modoField('CAMION_OCUPADO'),
    heading: {
      title: 'Qué se revisa antes de guardar una ruta',
      note: 'Con «No dejar guardar», un administrador puede guardarla igual si escribe el motivo.',
    },
  },
  // Object.fromEntries loses the type of the keys: the remaining codes.
  ...(Object.fromEntries(codigos.slice(1).map((codigo) => [codigo, modoField(codigo)])) as Record<
    Exclude<Codigo, 'CAMION_OCUPADO'>,
    FieldSpec<string, Modo>
  >),
  subida_diaria_mb: {
    ...numberField('Tope de un usuario al día (MB)', {
      inputMode: 'numeric',
      hint: 'De 10 a 100,000 MB. Quien lo alcanza sigue al día siguiente.',
    }),
    heading: { title: 'Fotos y papeles', note: 'Con un tope, nadie llena el disco por error.' },
  },
  cambios_diarios_piloto: {
    ...numberField('Cambios de un piloto al día', { inputMode: 'numeric', hint: 'De 100 a 1,000,000.' }),
    heading: {
      title: 'Cambios al día',
      note: 'Con un tope, nadie llena el disco con un programa. Quien lo alcanza sigue al día siguiente.',
    },
  },
  cambios_diarios: numberField('Cambios de cualquier otro usuario o programa al día', {
    inputMode: 'numeric',
    hint: 'De 100 a 1,000,000.',
  }),
  facturar_desde: {
    ...dateField('Por facturar desde'),
    heading: {
      title: 'Facturas y cobros',
      note: 'Los viajes de antes de esa fecha no aparecen por facturar; sin fecha aparecen todos. Solo con el régimen opcional simplificado se sugiere retención de ISR.',
    },
  },
  regimen_isr: selectField('Régimen de ISR de la empresa', Object.entries(regimenIsrWords)),
  segundo_factor: {
    ...selectField('A quién se le pide un segundo factor', Object.entries(exigenciaWords)),
    heading: {
      title: 'Seguridad',
      note: 'Además de la contraseña, un código del teléfono. Quien no lo tiene lo activa al entrar.',
    },
  },
} satisfies AjustesFields
