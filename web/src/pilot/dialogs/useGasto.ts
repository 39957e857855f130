import { sentences } from '@flota/contract/core/sentences.ts'
import type { Concepto } from '@flota/contract/records/dinero.ts'
import { useState } from 'react'
import { parseAmount } from '../../ui/parseAmount.ts'
import type { MiRuta } from '../misRutas.ts'
import { useOutbox } from '../outbox/outbox.ts'
import { type Fuel, withPendingEstado } from '../outbox/outboxItems.ts'
import type { DialogProps } from './dialogProps.ts'
import { gastoRutas } from './gastoRutas.ts'
import { photoParts } from './photoParts.ts'
import { useDialogForm } from './useDialogForm.ts'

interface GastoValues {
  /** Id of the trip; empty before one is chosen. */
  ruta: string
  concepto: Concepto | ''
  monto: string
  descripcion: string
  /** Of concepto Combustible. */
  galones: string
  km: string
  lleno: 'si' | 'no'
}

const emptyValues: GastoValues = {
  concepto: '',
  monto: '',
  descripcion: '',
  ruta: '',
  galones: '',
  km: '',
  lleno: 'si',
}

const checkedFields = ['ruta', 'concepto', 'monto', 'galones', 'km'] as const
type GastoErrors = Partial<Record<(typeof checkedFields)[number], string | undefined>>

/** Returns the errors that the server would return. */
function validateGasto({ concepto, monto, ...fuel }: GastoValues): GastoErrors {
  const amount = parseAmount(monto)
  const isAmount = /^\d+(\.\d{1,2})?$/.test(amount) && Number(amount) <= 99_999_999.99
  const amountError = isAmount
    ? Number(amount) === 0 && 'El monto debe ser mayor que cero.'
    : 'Escribe una cantidad de 0 a 99999999.99, con dos decimales como máximo.'
  return {
    concepto: concepto === '' ? sentences.required : undefined,
    monto: (amount === '' ? sentences.required : amountError) || undefined,
    ...(concepto === 'Combustible' && validateFuel(fuel)),
  }
}

type FuelValues = Pick<GastoValues, 'galones' | 'km' | 'lleno'>

function validateFuel({ galones, km }: FuelValues): GastoErrors {
  const [typedGalones, typedKm] = [parseAmount(galones), parseAmount(km)]
  const isGalones = /^\d+(\.\d{1,3})?$/.test(typedGalones) && inRange(typedGalones, 0.001, 9999.999)
  // The server ignores kilometres without gallons.
  const missing = typedKm === '' ? undefined : sentences.required
  return {
    galones:
      typedGalones === '' ? missing : isGalones ? undefined : 'Escribe los galones, de 0.001 a 9999.999.',
    km: typedKm === '' || /^\d{1,7}$/.test(typedKm) ? undefined : 'Escribe un número entero de 0 a 9999999.',
  }
}

const inRange = (text: string, least: number, most: number) => Number(text) >= least && Number(text) <= most

/** Returns nothing without gallons: then the gasto is no carga. */
function fuelOf({ concepto, galones, km, lleno }: GastoValues): Partial<Fuel> {
  if (concepto !== 'Combustible' || galones.trim() === '') return {}
  const typedKm = parseAmount(km)
  return {
    galones: Number(parseAmount(galones)),
    km: typedKm === '' ? null : Number(typedKm),
    lleno: lleno === 'si',
  }
}

/** Returns the trips that the expense can belong to, with unsent states, and the proposed one. */
function useGastoRutas(chosenId: string | undefined) {
  const { items, lectura } = useOutbox()
  const withPending = (rutas: readonly MiRuta[]) => rutas.map((ruta) => withPendingEstado(ruta, items))
  return gastoRutas({
    recent: withPending(lectura?.rutas ?? []),
    latest: withPending(lectura?.ultimas ?? []),
    chosenId,
  })
}

function useGastoForm(props: DialogProps) {
  const form = useDialogForm<Partial<GastoValues>>('Gasto', props, {})
  const { rutas, preset } = useGastoRutas(form.values.ruta)
  const values: GastoValues = { ...emptyValues, ...form.values }
  // A draft whose trip the pilot has no longer belongs to no other one.
  const ruta = values.ruta === '' ? preset : rutas.find(({ id }) => String(id) === values.ruta)
  /** Also keeps the proposed trip: another one may be proposed when the draft is opened again. */
  const change = (part: Partial<GastoValues>) =>
    form.change({ ...(values.ruta === '' && ruta && { ruta: String(ruta.id) }), ...part })
  const addPhotos = (...chosen: Parameters<typeof form.photos.add>) => {
    change({})
    form.photos.add(...chosen)
  }
  return { form, values, rutas, ruta, change, addPhotos }
}

/** Errors of the last press of 'Guardar', without those of fields that have changed since. */
function useGastoErrors(values: GastoValues) {
  const [rejected, setRejected] = useState<{ values: GastoValues; errors: GastoErrors }>({
    values,
    errors: {},
  })
  const errorOf = (field: keyof GastoErrors) =>
    values[field] === rejected.values[field] ? rejected.errors[field] : undefined
  const errors: GastoErrors = Object.fromEntries(checkedFields.map((field) => [field, errorOf(field)]))
  return { rejected, setRejected, errors }
}

/** Manages the values of GastoDialog and stores them in the outbox. */
export function useGasto(props: DialogProps) {
  const { form, values, rutas, ruta, change, addPhotos } = useGastoForm(props)
  const { rejected, setRejected, errors } = useGastoErrors(values)
  const enqueueGasto = async () => {
    const { concepto, monto, descripcion } = values
    const found = { ...validateGasto(values), ruta: ruta ? undefined : sentences.required }
    setRejected({ values, errors: found })
    form.setFailure(null)
    if (!ruta || concepto === '' || Object.values(found).some(Boolean)) return
    const datos = {
      concepto,
      monto: Number(parseAmount(monto)),
      descripcion: descripcion.trim() || null,
      ...fuelOf(values),
    }
    // The outbox sends the receipts after their expense.
    const receipts = (await photoParts(await form.photos.all(), 'comprobante')).map((part) => ({
      ...part,
      de: 'gasto' as const,
    }))
    await form.send(ruta, [{ clase: 'gasto', datos }, ...receipts])
  }
  return {
    ...form,
    values: { ...values, ruta: ruta ? String(ruta.id) : '' },
    change,
    photos: { ...form.photos, add: addPhotos },
    rutas,
    /** Another object after each press of 'Guardar'. */
    rejected,
    errors,
    save: () => void form.save(enqueueGasto),
  }
}
