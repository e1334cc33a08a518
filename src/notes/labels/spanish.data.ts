import type { LabelTable } from './label-table.js';

export const SPANISH: LabelTable = {
  noun: 'first',
  types: {
    decision: 'decisión, decisiones, decidido, acuerdo, acuerdos',
    learning: 'aprendizaje, aprendizajes, aprendido, lección, lecciones, lo aprendido, lo que aprendimos',
    problem: 'problema, problemas, error, errores, fallo, fallos, incidencias',
    progress: 'progreso, avance, avances, hecho, terminado, completado, resuelto, corregido, lo que funciona',
    gotcha: 'trampa, trampas, cuidado, ojo, advertencia, advertencias, escollos',
    blocker: 'bloqueo, bloqueos, bloqueado, impedimento, impedimentos, obstáculos',
    rejected:
      'rechazado, rechazados, descartado, descartados, callejón sin salida, evitar, no hacer, lo que no funcionó',
    assumption: 'suposición, suposiciones, supuesto, supuestos, hipótesis',
    experience: 'experiencia, experiencias',
    preference: 'preferencia, preferencias',
    fact: 'dato, datos, hechos, entorno',
    rule: 'regla, reglas, convención, convenciones, norma, normas',
    constraint: 'restricción, restricciones, límite, límites, limitación, limitaciones',
    question: 'pregunta, preguntas, preguntas abiertas, dudas',
    todo: 'por hacer, tarea, tareas, pendiente, pendientes, lo que falta, falta, próximos pasos, próximo paso, siguientes pasos, siguiente paso, recordatorio, recordatorios, en curso',
  },
  parts: {
    solution: 'acción, solución, soluciones, arreglo, corrección, alternativa temporal',
    why: 'contexto, razón, razones, motivo, motivos, por qué, porque, justificación, causa, causa raíz',
    date: 'fecha, cuándo',
    status: 'estado',
    alternatives: 'alternativas, alternativa, opciones, opciones consideradas',
    detail:
      'consecuencias, consecuencia, impacto, efecto, disparador, confianza, severidad, prioridad, categoría, ejemplo, ejemplos, fuente, fuentes, evidencia, archivo, archivos, detalles, descripción, autor',
  },
};
