import type { ComponentType } from 'react'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { useLazyModule } from '../ui/useLazyModule.ts'
import type { DialogProps } from './dialogs/dialogProps.ts'
import { InfoDialog } from './InfoDialog.tsx'

const dialogs = {
  Estado: async () => (await import('./dialogs/EstadoDialog.tsx')).EstadoDialog,
  Entrega: async () => (await import('./dialogs/EntregaDialog.tsx')).EntregaDialog,
  Horas: async () => (await import('./dialogs/HorasDialog.tsx')).HorasDialog,
  Historial: async () => (await import('./dialogs/HistorialDialog.tsx')).HistorialDialog,
  Fotos: async () => (await import('./dialogs/FotosDialog.tsx')).FotosDialog,
  Gasto: async () => (await import('./dialogs/GastoDialog.tsx')).GastoDialog,
  Hoja: async () => (await import('../trip/HojaDialog.tsx')).HojaDialog,
} satisfies Record<string, () => Promise<ComponentType<DialogProps>>>
export type DialogName = keyof typeof dialogs

/** Preloads the dialogs if the browser has no service worker. A dialog that fails loads again when it opens. */
export const loadDialogs = () => Promise.allSettled(Object.values(dialogs).map((load) => load()))

/** Titles that differ from the name. */
const titles: Partial<Record<DialogName, string>> = { Estado: 'Cambiar Estado' }

interface Props extends DialogProps {
  name: DialogName
}

/** Loads a dialog when it opens; shows a placeholder until then. */
export function LazyDialog({ name, ...props }: Props) {
  const { ruta, onClose } = props
  const title = titles[name] ?? name
  const moduleName = title.toLowerCase()
  const loaded = useLazyModule(
    true,
    moduleName,
    async () => ({ Dialog: (await dialogs[name]()) as ComponentType<DialogProps> }),
    onClose,
  )
  if (loaded) return <loaded.Dialog {...props} />
  return (
    <InfoDialog title={title} ruta={ruta} onClose={onClose}>
      <div className="mt-4 min-h-40">
        <Loading label={`Cargando ${moduleName}…`} />
        <Skeleton className="w-2/5" />
      </div>
    </InfoDialog>
  )
}
