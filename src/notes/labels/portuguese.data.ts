import type { LabelTable } from './label-table.js';

export const PORTUGUESE: LabelTable = {
  noun: 'first',
  types: {
    decision: 'decisão, decisões, decidido, acordado',
    learning:
      'aprendizado, aprendizados, aprendizagem, aprendizagens, aprendido, lição, lições, o que aprendemos',
    problem: 'problema, problemas, erro, erros, falha, falhas',
    progress: 'progresso, avanços, feito, concluído, resolvido, corrigido, terminado, o que funciona',
    gotcha: 'armadilha, armadilhas, cuidado, atenção, pegadinha, pegadinhas, aviso, avisos',
    blocker: 'bloqueio, bloqueios, bloqueado, impedimento, impedimentos',
    rejected:
      'rejeitado, rejeitados, descartado, descartados, beco sem saída, evitar, não fazer, o que não funcionou',
    assumption: 'suposição, suposições, premissa, premissas, hipóteses',
    experience: 'experiência, experiências',
    preference: 'preferência, preferências',
    fact: 'fato, fatos, facto, factos, ambiente',
    rule: 'regra, regras, convenção, convenções, norma, normas',
    constraint: 'restrição, restrições, limite, limites, limitação, limitações',
    question: 'pergunta, perguntas, perguntas abertas, questões em aberto, dúvidas',
    todo: 'a fazer, por fazer, tarefa, tarefas, pendente, pendentes, pendência, pendências, o que falta, falta, próximos passos, próximo passo, lembrete, lembretes, em andamento',
  },
  parts: {
    solution: 'ação, solução, soluções, correção, contorno',
    why: 'contexto, razão, razões, motivo, motivos, por quê, porquê, porque, justificativa, justificação, causa, causa raiz',
    date: 'data, quando',
    status: 'estado, situação',
    alternatives: 'alternativas, alternativa, opções, opções consideradas',
    detail:
      'consequências, consequência, impacto, efeito, gatilho, confiança, severidade, prioridade, categoria, exemplo, exemplos, fonte, fontes, evidência, arquivo, arquivos, ficheiro, ficheiros, detalhes, descrição, autor',
  },
};
