import { rutaEstados } from '@flota/contract/estados.ts'
import type { ReactNode } from 'react'
import { useAyudantes, useCamiones, useChoferes, useClientes } from '../../../form/catalogos.ts'
import { ChoiceInput, CommentInput, DayInput, HourInput, SelectInput, TextInput } from './inputs.tsx'
import type { RutaForm } from './useRutaDraft.ts'

interface Props {
  form: RutaForm
  numberHint: ReactNode
  /** What a new route is suggested stands before the field where typing starts. */
  isNew: boolean
}

// Twelve columns on the clerk's screen, so that a whole trip is seen at once; two on the phone.
const quarter = 'md:*:col-span-3 xl:*:col-span-2'
const wide = 'max-md:*:col-span-2'

/** Every field of a route. Where one is corrected, the name of an unknown client is a value too. */
export function RutaFields({ form, numberHint, isNew }: Props) {
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-5 md:grid-cols-12 md:gap-x-4 xl:gap-x-6">
      <div className={`contents ${quarter}`}>
        <TextInput form={form} campo="no_ruta" hint={numberHint} required />
        <SelectInput form={form} campo="estado" words={rutaEstados} />
        <DayInput form={form} campo="fecha" />
        <HourInput form={form} campo="hora" start={isNew} />
      </div>
      <div className={`contents ${wide} md:*:col-span-12 xl:*:col-span-4`}>
        <ChoiceInput
          form={form}
          campo="cliente"
          useSearch={useClientes}
          free={!isNew}
          {...(!isNew && { none: 'No hay ninguno con ese nombre. Al guardar puedes crearlo.' })}
          required
        />
      </div>
      <div className={`contents ${wide} md:*:col-span-6`}>
        <TextInput form={form} campo="servicio" required />
        <TextInput form={form} campo="mercaderia" required />
        <TextInput form={form} campo="origen" required />
        <TextInput form={form} campo="destino" required />
      </div>
      <div className={`contents ${wide} md:*:col-span-4`}>
        <ChoiceInput form={form} campo="chofer" useSearch={useChoferes} required />
        <ChoiceInput form={form} campo="ayudante" useSearch={useAyudantes} placeholder="Sin ayudante" />
        <ChoiceInput form={form} campo="camion" useSearch={useCamiones} required />
      </div>
      <div className={`contents ${quarter}`}>
        <TextInput form={form} campo="combustible" inputMode="decimal" />
        <TextInput form={form} campo="precio" inputMode="decimal" required />
      </div>
      <div className={`contents ${wide} md:*:col-span-6 xl:*:col-span-8`}>
        <CommentInput form={form} campo="comentario" max={2000} />
      </div>
    </div>
  )
}
