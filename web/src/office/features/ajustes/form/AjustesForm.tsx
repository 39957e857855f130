import '@flota/contract/core/zodConfig.ts'
import { codigos } from '@flota/contract/records/codigos.ts'
import { type Ajustes, ajustes } from '@flota/contract/system/ajustes.ts'
import { useState } from 'react'
import { z } from 'zod'
import { useEndpoint, useSave } from '../../../../api/cache/queries.ts'
import { loadConfig } from '../../../../api/config.ts'
import { FormScreen } from '../../../../form/FormScreen.tsx'
import { RecordSkeleton } from '../../../../form/RecordLoader.tsx'
import { useForm } from '../../../../form/useForm.ts'
import { useFormSave } from '../../../../form/useFormSave.ts'
import { valuesOf } from '../../../../form/validate.ts'
import { useClose } from '../../../../ui/navigationGuard.ts'
import { showResult } from '../../../../ui/ResultPopup.tsx'
import { ajustesFields } from './ajustesFields.tsx'

/** Moves the flat form fields of the modes under the key `modos`. */
const schema = z.preprocess((values) => {
  const flat = Object.entries(values as object)
  const isCodigo = ([name]: [string, unknown]) => codigos.some((codigo) => codigo === name)
  return { ...Object.fromEntries(flat), modos: Object.fromEntries(flat.filter(isCodigo)) }
}, ajustes.update.body)

const toStoredRecord = (row: Ajustes) => ({
  values: valuesOf(ajustesFields, { ...row, ...row.modos }),
  version: row.version,
  actualizado_en: null,
})

export function AjustesForm() {
  const { data, error, refetch } = useEndpoint('GET /api/ajustes')
  const [saved, setSaved] = useState<Ajustes>()
  const close = useClose()
  const onClose = () => void close('/admin-dashboard')
  const reload = async () => {
    const again = await refetch()
    return again.isError ? undefined : again.data?.data
  }
  if (!data)
    return (
      <RecordSkeleton
        title="Ajustes"
        loading="Cargando los ajustes…"
        errorTitle="Error al cargar los ajustes"
        query={{ error, refetch }}
        fields={6}
        onBack={onClose}
      />
    )
  return (
    <LoadedAjustesForm
      key={saved?.version}
      row={saved ?? data.data}
      reload={reload}
      onClose={onClose}
      onSaved={setSaved}
    />
  )
}

interface Props {
  row: Ajustes
  reload: () => Promise<Ajustes | undefined>
  onClose: () => void
  onSaved: (saved: Ajustes) => void
}

function LoadedAjustesForm({ row, reload, onClose, onSaved }: Props) {
  const update = useSave('PUT /api/ajustes')
  const [stored] = useState(() => toStoredRecord(row))
  const form = useForm({ name: 'ajustes', fields: ajustesFields, schema, stored })
  const saving = useFormSave({
    form,
    save: (body) => update({ body }),
    reload: async () => {
      const latest = await reload()
      return latest && toStoredRecord(latest)
    },
    refusal: ({ message }) => ({ title: 'Error al guardar los ajustes', detail: message }),
    andThen: async ({ message, data }) => {
      onSaved(data)
      // Name, logo and the word of IVA, on all screens.
      loadConfig(true).catch(() => undefined)
      await showResult('edit', message)
    },
  })
  return <FormScreen title="Ajustes" form={form} saving={saving} onClose={onClose} />
}
