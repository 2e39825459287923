"""What mail programs write by themselves, in the languages they write it in: the only place where such words stand."""

import re

_FLAGS = re.IGNORECASE


def _one_of(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{one})" for one in patterns), _FLAGS)


# The line above a quotation: English, German, French, Dutch, Italian, Spanish, Swedish and Danish, Portuguese,
# Japanese, Chinese, Korean.
ATTRIBUTION = _one_of(
    r"on .+ wrote ?:",
    r".{1,200} wrote on .+:",
    r"am .+ schrieb .*:",
    r".{1,200} schrieb am .+:",
    r"le .+ a écrit ?:",
    r"op .+ (?:schreef|heeft) .*:",
    r".{1,200} schreef op .+:",
    r"il .+ ha scritto ?:",
    r"el .+ escribió ?:",
    r"(?:den )?.{0,60}\d.{0,60} skrev .*:",
    r"em .+ escreveu ?:",
    r".{1,200}(?:のメール|のメッセージ|は書きました|が書きました) ?:",
    r".{1,200}(?:写道|寫道|写到) ?:",
    r".{1,200}작성(?:했습니다|함)? ?:",
)
# What ends with a colon as well, but is the writer's own: the first line of a message to other players.
MESSAGE_HEADING = re.compile(r"press\b|broadcast\b", _FLAGS)
# In any language: a date, an address in brackets, a colon at the end.
ATTRIBUTION_OF_ANY_LANGUAGE = re.compile(r"[^\d]{0,200}\d.*< ?[^<>\s]+@[^<>\s]+>.*?:", _FLAGS)

# The header block that Outlook and its kin put above an old mail, sorted by what each field says.
BLOCK_SENDER = r"from|von|de|van|da|från|fra|lähettäjä|差出人|送信者|发件人|寄件者|寄件人"
BLOCK_FIELDS = {
    "date": r"sent|date|gesendet|datum|envoyé|verzonden|inviato|data|enviado(?: el)?"
    r"|enviada em|fecha|skickat|sendt|dato|送信日時|日付|日時"
    r"|发送时间|发送日期|日期|寄件日期",
    "reader": r"to|an|à|aan|a|para|till|til|宛先|收件人|收件者",
    "copy": r"cc|kopie|kopia|kopi|抄送|副本",
    "subject": r"subject|betreff|objet|onderwerp|oggetto|asunto|assunto|ämne|emne|件名|主题|主旨",
}
# A field of such a block in any language, and the one that tells the sender.
BLOCK_FIELD_OF_ANY_LANGUAGE = re.compile(r"\*?[^\W\d_][^:<>@]{0,30}:\*?\s*\S.*")
BLOCK_SENDER_OF_ANY_LANGUAGE = re.compile(r"[^<>@]{1,200}<[^<>\s]+@[^<>\s]+>.{0,10}")
# GroupWise's line above an old mail, which it does not mark.
BETWEEN_MARKS = re.compile(r">>> ?[^<>]{0,200}<[^<>\s]+@[^<>\s]+> [^<>]{0,80} ?>>>")

ORIGINAL_MESSAGE = _one_of(
    r"-{2,} ?(?:original message|original appointment|ursprüngliche nachricht|message d'origine|message original"
    r"|oorspronkelijk bericht|messaggio originale|mensaje original|mensagem original|ursprungligt meddelande"
    r"|originalmeddelande|oprindelig meddelelse|opprinnelig melding"
    r"|元のメッセージ|原始邮件|原始郵件|원본 메시지) ?-{2,}",
    r"-{3,} ?[^-].{0,200}\d.{0,200}<[^<>\s]+@[^<>\s]+>.{0,60}? ?-{2,}",  # Zoho's, in any language
)

_FORWARDED_WORDS = (
    r"forwarded message|weitergeleitete nachricht|message transféré|message transmis|doorgestuurd bericht"
    r"|転送メッセージ|転送されたメッセージ|转发的邮件|转发邮件|轉寄郵件"
    r"|messaggio inoltrato|mensaje reenviado|mensagem encaminhada|vidarebefordrat meddelande|videresendt meddelelse"
)
FORWARDED = _one_of(
    rf"-{{2,}} ?(?:{_FORWARDED_WORDS}) ?-*",
    rf"(?:{_FORWARDED_WORDS}) ?:?",
    r"begin forwarded message ?:",
    r"anfang der weitergeleiteten nachricht ?:",
    r"début du message (?:réexpédié|transféré) ?:",
    r"begin doorgestuurd bericht ?:",
    r"inizio (?:del )?messaggio inoltrato ?:",
    r"inicio del mensaje reenviado ?:",
    r"vidarebefordrat brev ?:",
)

FOOTER = _one_of(
    r"sent from (?:my|mail for|the|yahoo|outlook|samsung|\[?proton|an?) .{1,120}",
    r"sent from (?:spark|hey|newton|airmail|bluemail|edison|canary|zoho|blackberry).{0,60}",
    r"yahoo mail: search, organi[sz]e, conquer",
    r"please consider the environment before printing.{0,80}",
    r"sent (?:with|via|using) .{1,80}",
    r"get outlook for .{1,80}",
    r"(?:von|mit) mein(?:em|er)(?:/meiner)? .{1,60} gesendet.?",
    r"gesendet (?:von|mit) .{1,80}",
    r"diese nachricht wurde von .{1,80} gesendet.?",
    r"holen sie sich outlook für .{1,80}",
    r"envoyé (?:de|depuis|à partir de) .{1,80}",
    r"télécharger outlook pour .{1,80}",
    r"(?:verzonden|verstuurd) (?:vanaf|met|vanuit) .{1,80}",
    r"outlook voor .{1,40} downloaden.{0,60}",
    r"inviato (?:da|dal) .{1,80}",
    r"scarica outlook per .{1,80}",
    r"enviado (?:desde|do) .{1,80}",
    r"obtener outlook para .{1,80}",
    r"skickat (?:från|med) .{1,80}|send?t fra (?:min|mitt|mit) .{1,60}",
    r"wysłan[eoay] z .{1,60}|lähetetty .{1,60}|odesláno z .{1,60}|отправлено .{1,60}",
    r".{1,40} gönderildi|elküldve .{1,60}|trimis de pe .{1,60}|στάλθηκε από .{1,60}|надіслано з .{1,60}",
    r"hämta outlook för .{1,80}",
    r".{1,40}から送信",
    r"发自我的.{1,60}|发送自.{1,60}|從我的.{1,60}(?:傳送|寄出)",
    r"virus-free\.? ?www\..{1,60}",
)
# The notice of an office; it goes on to the end of the writer's own text.
DISCLAIMER = _one_of(
    r"(?:this|the information (?:contained )?in this) (?:e-?mail|message|communication) (?:and|is|may|contains|was|has)"
    r".*(?:confidential|privileged|intended|recipient).*",
    r"confidentiality notice.*",
    r"diese e-?mail (?:enthält|und).*(?:vertraulich|empfänger|anhänge).*",
    r"ce (?:message|courriel) .*(?:confidentiel|destinataire).*",
    r"dit (?:e-?mail)?bericht .*(?:vertrouwelijk|geadresseerde).*",
)
# Words that point to a file, in a text that says nothing else.
ATTACHED = _one_of(
    r"\battach|\benclos|\bin (?:the|this) file\b|\banhang\b|\bangeh[äa]ngt|\bbeigef[üu]gt|\banbei\b"
    r"|pi[èe]ces? jointes?|ci-joint|\bbijlage|\bbijgevoegd|\ballegat|\badjunt|\bbifoga|\bbilaga|\bbilagt"
    r"|\bvedlagt|\bvedhæft|\bem anexo|załącz",
)
# What stands in a plain part whose sender meant the HTML part to be read.
STUB = _one_of(
    r"(?:your|this) (?:e-?mail|mail) (?:client|program|reader|software).{0,60}(?:not|unable|cannot).{0,80}",
    r".{0,80}(?:not|unable to|cannot) (?:support|display|show|read).{0,40}html.{0,80}",
    r".{0,40}view (?:this|it|the).{0,40}(?:in (?:a|your|the) browser|as html|in html).{0,80}",
    r"(?:this is an )?html[- ]only (?:e-?mail|message|mail).{0,80}",
)
# Subjects that vacation programs give, where they forget to say so in the header.
ROBOT_SUBJECT = _one_of(
    r"\[?(?:auto(?:matic|mated)?[ -]?(?:reply|response)|out of (?:the )?office|vacation (?:reply|response))\b.*",
    r"(?:automatische antwort|abwesenheitsnotiz|abwesend):.*",
    r"(?:réponse automatique|absence du bureau) ?:.*",
    r"(?:automatisch antwoord|risposta automatica|respuesta automática|fuera de la oficina|resposta automática"
    r"|autosvar|automatiskt? svar|automaattinen vastaus|odpowiedź automatyczna|автоответ|自動(?:応答|返信)"
    r"|自动(?:回复|答复)) ?:.*",
    r"(?:undelivered mail returned to sender|delivery status notification|mail delivery (?:failed|subsystem)).*",
)
# Sentences of vacation programs and ticket systems; a person who confirms something writes none of them.
ROBOT_WORDS = _one_of(
    r"\bout of (?:the |my )?office\b",
    r"\bauto(?:matic|mated|matically)?[ -]?(?:generated |sent )?(?:reply|response|responder|message|e-?mail)\b",
    r"(?:\b(?:am|are|is|be)|'m|'re) (?:currently |now |still |all )?(?:away|abroad|travel+ing|ooo"
    r"|on (?:an? |my )?(?:annual |extended |maternity |parental |paternity |sick )?(?:vacation|holidays?|leave|pto))\b",
    r"\b(?:won't|will not|not) be (?:checking|reading|answering) (?:my |any )?(?:e-?mails?|mail|messages)\b",
    r"\b(?:limited|no) access to (?:my )?(?:e-?mails?|mail)\b",
    r"\bthank you for (?:contacting|your (?:e-?mail|message|inquiry|enquiry))\b",
    r"\bwe have received your\b",
    r"\bno longer (?:works?|working|with|monitored|in use)\b|\bnot (?:being )?monitored\b",
    r"\babwesen(?:d|heit)|\bnicht (?:im haus|im büro|erreichbar|weitergeleitet)\b|\baußer haus\b|\bin elternzeit\b",
    r"\bim urlaub\b|\bwieder (?:erreichbar|im büro|im haus)\b|\bautomatische (?:antwort|nachricht)",
    r"\bsuis (?:actuellement )?absente?\b|\babsente? du bureau\b|\bserai (?:absente?|de retour)\b",
    r"\ben (?:congés?|vacances)\b|\bréponse automatique\b",
    r"\bafwezig|\b(?:met|op) (?:vakantie|verlof)\b|\bniet bereikbaar\b",
    r"\bfuori (?:ufficio|sede)\b|\bin ferie\b|\b(?:sono|sarò) assente\b",
    r"\bde vacaciones\b|\bfuera de la oficina\b|\b(?:encuentro|estoy|estaré) ausente\b",
    r"\bde férias\b|\bausente do escritório\b|\bpå semester\b|\b(?:ikke|inte) på kontoret\b|\bpå ferie\b",
    r"\btillbaka på (?:kontoret|måndag)|\blomalla\b|\bna urlopie\b|\bpoza biurem\b|\bв отпуске\b",
    r"不在に|休暇中|休假|不在办公室|自動(?:返信|応答)|自动(?:回复|答复)",
)
# Sentences of help desks, which have got something, given it a number, and will answer; and of filters that want to be
# told who writes.
DESK_WORDS = _one_of(
    r"\byour (?:request|enquiry|inquiry|e-?mail|message|case|ticket|issue)\b.{0,60}\b(?:has|have) been"
    r" (?:received|opened|created|logged|registered|submitted|assigned|forwarded)\b",
    r"\bticket\b.{0,60}\b(?:created|opened|number)\b|\bticket (?:id\b|#|\[)|\bticket-?nummer\b",
    r"\b(?:incident|case|request) (?:[a-z]{2,6}|#)\d{3,}\b|\bwe(?: have|'ve)? (?:got|received) your\b",
    r"\bthanks for (?:contacting|reaching out)\b|\bthank you for reaching out\b",
    r"\b(?:team|we|agent|representative) will (?:get back|respond|reply|be in touch)\b",
    r"\b(?:please )?do not (?:reply|respond) to this\b",
    r"\b(?:ihre|deine) (?:anfrage|nachricht|e-?mail|mail)\b.{0,60}\b(?:eingegangen|erhalten|empfangen|registriert)\b",
    r"\bavons bien reçu votre\b|\bvotre (?:demande|message|courriel) a (?:bien )?été\b",
    r"\bhemos recibido (?:su|tu)\b|\babbiamo ricevuto (?:la|il) (?:tu|su|vostr)[ao]\b",
    r"\brecebemos (?:o |a )?(?:su|se|voss)[aou]\b",
    r"\bhebben (?:uw|je|jouw) (?:bericht|e-?mail|mail|aanvraag|verzoek) (?:goed )?ontvangen\b",
    r"\bvi har (?:tagit emot|mottagit) (?:ditt|din|er|ert)\b",
    r"\byour (?:e-?mail|message) (?:is|has been) (?:being )?(?:held|quarantined|blocked|delayed)\b",
    r"\b(?:verify|prove|confirm) (?:that )?(?:you are|you're) (?:a )?(?:human|person|real)\b|\bto control spam\b",
    r"\b(?:senders|addresses|people) (?:that |whom? )?i have (?:approved|authori[sz]ed)\b",
)
