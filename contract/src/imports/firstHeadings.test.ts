import { expect, test } from 'vitest'
import type { ImportTipo } from './importarCampos.ts'
import { matchHeading } from './importarHeadings.ts'

const people = `
  nombre: nombres
  apellido: apellidos
  telefono: tel, celular, movil, whatsapp`

/** Headings that the first importer knew, compared letter by letter: they stay known. */
const firstHeadings: Record<ImportTipo, string> = {
  choferes: `${people}
    nombre_completo: piloto, chofer, conductor
    tipo_licencia: licencia, tipo de licencia, clase
    vencimiento: vence, fecha de vencimiento, vencimiento de licencia, fecha de vencimiento de licencia`,
  ayudantes: `${people}
    nombre_completo: ayudante, auxiliar`,
  clientes: `${people}
    nombre_completo: cliente, empresa, razon social, nombre del cliente`,
  camiones: `
    placa: placas, no placa, numero de placa, matricula
    modelo: ano, linea
    tipo: tipo de camion, tipo de vehiculo
    tarjeta_circulacion: tarjeta, tarjeta de circulacion, no tarjeta`,
  tarifas: `
    cliente: nombre del cliente
    origen: sale de
    destino: llega a
    precio: tarifa, valor, monto
    duracion_min: duracion, minutos
    vigente_desde: desde
    vigente_hasta: hasta`,
  documentos: `
    tipo: documento, tipo de documento
    placa: camion
    piloto: chofer, conductor
    ayudante: auxiliar
    numero: no documento, numero de documento
    emitido: emision, fecha de emision
    vence: vencimiento, fecha de vencimiento
    nota: observaciones, comentario`,
  rutas: `
    no_ruta: ruta, viaje, no de ruta, no de viaje, numero de ruta
    fecha: dia
    cliente: empresa, nombre del cliente
    mercaderia: carga, producto
    placa: camion, placas
    piloto: chofer, conductor
    ayudante: auxiliar
    origen: sale de
    destino: llega a
    precio: valor, monto, flete
    combustible: galones
    comentario: observaciones, nota`,
  facturas: `
    cliente: nombre del cliente, empresa, razon social
    tipo: tipo de dte
    serie: no serie
    numero: no factura, factura, numero de factura
    uuid: autorizacion, numero de autorizacion, no autorizacion
    fecha: fecha de emision, emision
    vence: vencimiento, fecha de vencimiento
    monto: total, gran total, valor
    saldo_inicial: saldo, saldo pendiente, pendiente`,
}

test.each(Object.entries(firstHeadings))('matchHeading: knows the first headings of %s', (tipo, table) => {
  for (const line of table.trim().split('\n')) {
    const [campo = '', headings = ''] = line.trim().split(': ')
    for (const heading of headings.split(', '))
      expect([heading, matchHeading(tipo as ImportTipo, heading)?.campo]).toEqual([heading, campo])
  }
})
