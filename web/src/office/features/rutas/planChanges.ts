import type { Ruta } from '@flota/contract/trips/rutas.ts'

export type PlanKind = 'camion' | 'piloto' | 'hora'

export type PlanChanges = { [K in 'fecha' | 'hora' | 'camion_id' | 'chofer_id']?: Ruta[K] | undefined }
