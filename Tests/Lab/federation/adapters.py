"""The second factors: one line for each page that a farm may show after the password."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """One page of an adapter."""

    field: str = ""                 # the name of the field to fill in; none: the page only waits
    code: str = ""                  # the right answer
    label: str = ""
    text: str = ""                  # instructions
    number: str = ""                # to be tapped on the phone
    polls: int = 0                  # how often the same page is sent again before it continues
    seconds: float = 0              # how long the response hangs
    hidden: tuple = ()              # more hidden fields that the client must return
    also: str = ""                  # a second field to fill in
    kind: str = "text"


@dataclass(frozen=True)
class Adapter:
    name: str
    method: str                     # AuthMethod
    about: str
    steps: tuple
    page: str = "usual"             # usual, no-ids, duo-frame, duo-away
    refusal: str = ""               # the error that it shows instead of a success
    link: str = "Use another way"


CODE = "424242"
AZURE, WAIT = "AzureMfaAuthentication", "For security reasons, we require additional information to verify your account"
PUSH = "We've sent a notification to your mobile device. Please respond to continue."


def _typed(field, label, kind="text", **more):
    return Step(field, CODE, label, kind=kind, **more)


ADAPTERS = {one.name: one for one in [
    Adapter("azure-code", AZURE, "a code of the authenticator app",
            (Step(text=WAIT), _typed("VerificationCode", "Verification code", text="Enter the code of your app.")),
            link="Azure Multi-Factor Authentication"),
    Adapter("azure-sms", AZURE, "a code by text message",
            (Step(text=WAIT), _typed("VerificationCode", "Verification code", text="We've sent you a text message."))),
    Adapter("azure-push", AZURE, "a number to tap, then polling",
            (Step(text=WAIT), Step(text=PUSH, number="73", polls=2))),
    Adapter("azure-poll", AZURE, "a push without a number, polling", (Step(text=PUSH, polls=3),)),
    Adapter("azure-denied", AZURE, "a push that is denied", (Step(text=PUSH, polls=1),),
            refusal="Authentication failed. We did not receive the expected response. Please try again."),
    Adapter("azure-postback", AZURE, "a page with the fields of ASP.NET",
            (Step(text=WAIT, hidden=(("__EVENTTARGET", ""),)), _typed("VerificationCode", "Verification code"))),
    Adapter("azure-server", "AzureMfaServerAuthentication", "the response to the post waits for the approval",
            (Step(text="Please check your phone.", seconds=1),)),
    Adapter("azure-named", "WindowsAzureMultiFactorAuthentication", "its older name",
            (Step(text=PUSH, polls=1),), link="Use my phone"),
    Adapter("securid", "SecurIDAuthentication", "RSA, the first version", (_typed("Passcode", "Passcode", "password"),)),
    Adapter("securid2", "SecurIDv2Authentication", "RSA: an empty post, then the passcode",
            (Step(), _typed("Passcode", "Passcode", "password")), link="RSA SecurID"),
    Adapter("securid2-question", "SecurIDv2Authentication", "RSA: an empty post, then the answer to a question",
            (Step(), _typed("ChallengeQuestionAnswer", "Enter your on-demand tokencode"))),
    Adapter("securid2-next", "SecurIDv2Authentication", "RSA: an empty post, the passcode, then the next one",
            (Step(), _typed("Passcode", "Passcode", "password"), Step("NextCode", "131313", "Next tokencode"))),
    Adapter("vip-domain", "VIPAuthenticationProviderWindowsAccountName", "Symantec VIP",
            (_typed("security_code", "Security Code"),)),
    Adapter("vip-upn", "VIPAuthenticationProviderUPN", "Symantec VIP by user@domain",
            (_typed("security_code", "Security Code"),)),
    Adapter("vip-symantec", "SymantecVipAdapter", "Symantec VIP, the other adapter",
            (_typed("SecurityCode", "Security Code"),)),
    Adapter("safenet", "SafeNet-MFA", "its hidden fields have no ids",
            (_typed("SAFENET_PASSWORD", "SafeNet passcode", "password"),), page="no-ids"),
    Adapter("silverfort", "SilverfortAdfs", "a plain post that waits", (Step(text="Approve on your device.", seconds=1),)),
    Adapter("silverfort-denied", "SilverfortAdfs", "a plain post that is refused", (Step(),), refusal="Not authorized"),
    Adapter("silverfort-expired", "SilverfortAdfs", "a plain post that expires without an approval", (Step(),),
            refusal="MFA request expired"),
    Adapter("defender", "Defender AD FS Adapter", "a code", (_typed("OathCode", "Defender token"),)),
    Adapter("oath", "OathTotpProvider", "a code in the same field, from another vendor", (_typed("OathCode", "Code"),),
            link="One-time password"),
    Adapter("duo-frame", "DuoAdfsAdapter", "a frame that only a script fills", (Step(),), page="duo-frame"),
    Adapter("duo-away", "DuoAdfsAdapter", "a page on another server that only a script opens", (Step(),), page="duo-away"),
    Adapter("unknown-code", "AcmeGridCard", "an unknown vendor: one field",
            (_typed("GridAnswer", "Grid position B4"),)),
    Adapter("unknown-wait", "AcmePush", "an unknown vendor: no input", (Step(polls=2),)),
    Adapter("unknown-many", "AcmeTwice", "an unknown vendor: two fields",
            (_typed("First", "First half", also="Second"),)),
]}
