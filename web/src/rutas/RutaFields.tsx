import { rutaEstados } from '@flota/contract/estados.ts'
import type { ReactNode } from 'react'
import { useAyudantes, useCamiones, useChoferes, useClientes } from '../api/catalogos.ts'
import { ChoiceInput, CommentInput, DayInput, HourInput, SelectInput, TextInput } from './inputs.tsx'
import type { RutaForm } from './useRutaDraft.ts'

interface Props {
  form: RutaForm
  /** What is said below the number: where it comes from. */
  numberHint: ReactNode
  /** An unknown client's name is a value too. */
  newClients: boolean
}

/** Every field of a route, in the order in which a clerk is told them. */
export function RutaFields({ form, numberHint, newClients }: Props) {
  return (
    <>
      <Pair>
        <TextInput form={form} campo="no_ruta" hint={numberHint} required />
        <SelectInput form={form} campo="estado" words={rutaEstados} />
      </Pair>
      <ChoiceInput
        form={form}
        campo="cliente"
        useSearch={useClientes}
        free={newClients}
        {...(newClients && { none: 'No hay ninguno con ese nombre. Al guardar puedes crearlo.' })}
        required
        start
      />
      <TextInput form={form} campo="servicio" required />
      <TextInput form={form} campo="mercaderia" required />
      <TextInput form={form} campo="origen" required />
      <TextInput form={form} campo="destino" required />
      <ChoiceInput form={form} campo="chofer" useSearch={useChoferes} required />
      <ChoiceInput form={form} campo="ayudante" useSearch={useAyudantes} placeholder="Sin ayudante" />
      <ChoiceInput form={form} campo="camion" useSearch={useCamiones} required />
      <Pair>
        <TextInput form={form} campo="combustible" inputMode="decimal" />
        <TextInput form={form} campo="precio" inputMode="decimal" required />
      </Pair>
      <Pair>
        <DayInput form={form} campo="fecha" />
        <HourInput form={form} campo="hora" />
      </Pair>
      <CommentInput form={form} campo="comentario" max={2000} />
    </>
  )
}

const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-2 gap-3">{children}</div>
)
