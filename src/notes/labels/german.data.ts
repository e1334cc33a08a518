import type { LabelTable } from './label-table.js';

export const GERMAN: LabelTable = {
  noun: 'suffix',
  types: {
    decision: 'entscheidung, entscheidungen, beschluss, beschlüsse, entschieden, beschlossen, festlegungen',
    learning:
      'erkenntnis, erkenntnisse, gelernt, gelerntes, lektion, lektionen, was wir gelernt haben, was ich gelernt habe',
    problem: 'problem, probleme, fehler, bekannte probleme, bekannte fehler, störungen',
    progress:
      'fortschritt, fortschritte, erledigt, fertig, behoben, gelöst, abgeschlossen, umgesetzt, was läuft',
    gotcha: 'fallstrick, fallstricke, stolperfalle, stolperfallen, stolpersteine, achtung, vorsicht, tücken',
    blocker: 'blockade, blockaden, blockiert, hindernis, hindernisse',
    rejected:
      'verworfen, abgelehnt, sackgasse, sackgassen, hat nicht funktioniert, was nicht ging, vermeiden',
    assumption: 'annahme, annahmen',
    experience: 'erfahrung, erfahrungen',
    preference: 'vorliebe, vorlieben, präferenz, präferenzen',
    fact: 'fakt, fakten, tatsachen, umgebung, eckdaten',
    rule: 'regel, regeln, konvention, konventionen, richtlinie, richtlinien',
    constraint: 'einschränkung, einschränkungen, randbedingung, randbedingungen, grenzen, vorgaben',
    question: 'frage, fragen, offene frage, offene fragen, unklar, unklarheiten, ungeklärt',
    todo: 'aufgabe, aufgaben, offen, offene punkte, nächste schritte, nächster schritt, noch offen, noch zu tun, zu tun, zu erledigen, erinnerung, erinnerungen, ausstehend',
  },
  parts: {
    solution: 'maßnahme, lösung, lösungen, behebung, abhilfe, umgehung',
    why: 'kontext, grund, gründe, begründung, warum, weil, ursache, ursachen',
    date: 'datum, wann, am',
    status: 'status, stand',
    alternatives: 'alternativen, alternative, optionen, geprüfte optionen',
    detail:
      'hintergrund, folgen, konsequenzen, auswirkung, auswirkungen, auslöser, muster, beispiel, beispiele, quelle, quellen, beleg, datei, dateien, details, beschreibung, priorität, kategorie, bereich, autor',
  },
};
